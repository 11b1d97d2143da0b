// The control API of the local service (docs/interface/local-service.md 1.4): clock, outages, bank script,
// ledger.

import { ACCOUNTS } from '../bank/account.ts';
import { readSettings } from '../operator/merchant-settings.ts';
import { signInLink } from '../operator/people.ts';
import type { Bank } from './bank/bank.ts';
import {
  type ControlInput,
  type ControlOperation,
  InvalidRequest,
  jsonCalls,
  outcomesIn,
  protocolIn,
  targetIn,
} from './control-calls.ts';
import type { HttpHandler } from './http-handler.ts';
import type { LocalMerchant, LocalMerchantOptions } from './local-merchant.ts';
import type { Snapshot } from './snapshot.ts';
import type { Clock } from './time/clock.ts';
import type { Timeline } from './time/timeline.ts';

type ControlApiOptions = {
  baseUrl: string;
  merchant: LocalMerchant;
  clock: Clock;
  timeline: Timeline;
  bank: Bank;
  addMerchant(options?: LocalMerchantOptions): Promise<LocalMerchant>;
  /** Stores the target of the clock's last move, and the clock's lead over the machine's clock. */
  clockStore: Snapshot<number>;
  /** Makes the timers and the stream reader read the table, after a change that no function made. */
  rescheduleTimers(): void;
  /** The functions' environment variables, for command-line tools that run the same code. */
  environment: Record<string, string>;
};

export function createControlApi(options: ControlApiOptions): HttpHandler {
  const { baseUrl, merchant, clock, timeline, bank, addMerchant } = options;
  const operations: Record<string, ControlOperation> = {
    'GET /info': () => ({
      baseUrl,
      payUrl: baseUrl,
      merchantId: merchant.merchantId,
      apiKey: merchant.apiKey,
      now: clock.now().toISOString(),
    }),
    // A command requests the environment. It may write changes that no function makes.
    'GET /environment': () => {
      options.rescheduleTimers();
      return options.environment;
    },
    'POST /merchant': (input) => addMerchant(merchantOptions(input)),
    'GET /clock': () => ({ now: clock.now().toISOString() }),
    'POST /clock': async (input) => {
      const targetMs = targetIn(input, clock.nowMs());
      // Stored first: a service that is killed during the move may have written rows of later times.
      options.clockStore.set('now', targetMs);
      const fired = await timeline.moveTo(targetMs);
      options.clockStore.set('aheadMs', clock.aheadMs());
      return { now: clock.now().toISOString(), fired };
    },
    'POST /bank/script': (input) => {
      const outcomes = outcomesIn(input);
      bank.script(outcomes);
      return { outcomes };
    },
    'POST /scheduler': async ({ running }) => {
      if (typeof running !== 'boolean') throw new InvalidRequest('`running` must be true or false.');
      return { running, fired: await timeline.setRunning(running) };
    },
    'POST /sweep': () => {
      options.rescheduleTimers();
      return { touched: true };
    },
    // A clock that moved has ended the sessions at the console.
    'POST /sign-in': ({ merchant: id, person }) =>
      signInLink(String(id ?? merchant.merchantId), String(person), clock.now()),
    'POST /bank/account': (input) => {
      const { open, posOf } = ACCOUNTS[protocolIn(input)];
      const account = open();
      bank.registerMerchant(account);
      return posOf(account, `${baseUrl}/fim`);
    },
    'GET /bank/ledger': () => ({ operations: bank.ledger() }),
  };
  return jsonCalls(operations);
}

function merchantOptions({ face, installments, bank, ...input }: ControlInput): LocalMerchantOptions {
  const counts = Array.isArray(installments) && installments.length > 0 ? installments : undefined;
  return {
    ...readSettings({ ...input, installments: counts }),
    ...(typeof face === 'object' && face !== null && { face }),
    ...(bank !== undefined && { protocol: protocolIn({ bank }) }),
  };
}
