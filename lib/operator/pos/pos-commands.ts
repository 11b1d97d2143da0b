// The commands `npm run merchant -- pos ...`: their options, output and actions.
import type { AcquirerSettings } from '#acquirer/connect.ts';
import type { ValuesOf } from '../command-line.ts';
import { sweepLocally, UsageError } from '../service-choice.ts';
import { readBankCode } from './bank-code.ts';

export const POS_OPTIONS = {
  'virtual-pos': { type: 'string' },
  bank: { type: 'string' },
  unchecked: { type: 'boolean', default: false },
  moved: { type: 'boolean', default: false },
  'give-up-refunds': { type: 'boolean', default: false },
} as const;

export const POS_USAGE = `\
  pos list    --merchant ID                               its virtual POS without secrets, oldest first
  pos change  --merchant ID --pos FILE [--bank CODE] [--test] [--unchecked]
          Changes the bank: adds the virtual POS and makes it current, once its bank has answered an inquiry.
          New payments and charges go there within 60 seconds. What was taken before is refunded, voided and
          inquired about where it was taken. Charges that wait because the bank refused the settings go on.
  pos add     --merchant ID --pos FILE [--test]           adds one that takes no payment yet
  pos current --merchant ID --virtual-pos ID [--unchecked]
          Makes one of them current, also one from before.
  pos rotate  --merchant ID --virtual-pos ID --pos FILE [--moved] [--unchecked]
          New settings of one, once its bank has answered an inquiry with them, within 60 seconds: FILE has
          the same clientId, and the same bank address unless the bank has moved.
  pos bank    --merchant ID [--virtual-pos ID] [--bank CODE]
          Tells the bank of one, by default of the current one: four digits such as 0064, or nothing where the
          host tells it. From then on only cards are offered installments that the bank can split.
  pos remove  --merchant ID --virtual-pos ID [--give-up-refunds]
          Erases the settings of one that is not current. While its payments can be refunded, only if they
          are given up.`;

type PosCall = {
  merchantId: string;
  values: Parameters<typeof sweepLocally>[0] &
    ValuesOf<typeof POS_OPTIONS> & { merchant?: string | undefined; test: boolean };
  /** Reads the file of the option --pos. */
  readPos(): AcquirerSettings;
  posId: string;
  now: Date;
};

function chosenPos({ values }: PosCall): string {
  const posId = values['virtual-pos'];
  if (posId) return posId;
  throw new UsageError('--virtual-pos is needed: an id of pos list.');
}

const newPosOf = ({ posId, readPos, values }: PosCall) => ({
  posId,
  settings: readPos(),
  isTest: values.test,
  bankCode: toldBank(values),
});
const toldBank = ({ bank }: PosCall['values']) => (bank === undefined ? undefined : readBankCode(bank));
const checkOf = ({ values }: PosCall) => ({ isChecked: !values.unchecked });

/** Imported only when a command runs: AWS clients read their endpoints when they are created. */
const changes = () => import('./change-of-bank.ts');

async function currentPos(merchantId: string): Promise<string> {
  const { listPos } = await import('./own-pos.ts');
  return (await listPos(merchantId)).find(({ isCurrent }) => isCurrent)?.posId ?? merchantId;
}

/** The action of each command. The returned fields are printed before the list of POS. */
const POS_COMMANDS = {
  'pos list': async () => ({}),
  'pos add': async (call: PosCall) => {
    await (await changes()).addPos(call.merchantId, newPosOf(call), call.now);
    return { posId: call.posId };
  },
  'pos change': async (call: PosCall) => {
    await (await changes()).changeBank(call.merchantId, newPosOf(call), checkOf(call), call.now);
    return { posId: call.posId, ...(await releaseHeldCharges(call)) };
  },
  'pos current': async (call: PosCall) => {
    await (await changes()).makePosCurrent(call.merchantId, chosenPos(call), checkOf(call), call.now);
    return await releaseHeldCharges(call);
  },
  'pos rotate': async (call: PosCall) => {
    const { replacePosSettings } = await import('./pos-settings.ts');
    const change = { settings: call.readPos(), isMoved: call.values.moved, ...checkOf(call) };
    await replacePosSettings(call.merchantId, chosenPos(call), change, call.now);
    return await releaseHeldCharges(call);
  },
  'pos bank': async (call: PosCall) => {
    const posId = call.values['virtual-pos'] ?? (await currentPos(call.merchantId));
    await (await changes()).tellBank(call.merchantId, posId, toldBank(call.values));
    return { posId };
  },
  'pos remove': async (call: PosCall) => {
    const { removePos } = await import('./pos-removal.ts');
    const givesUp = call.values['give-up-refunds'];
    await removePos(call.merchantId, chosenPos(call), { givesUp }, call.now);
    return { removed: chosenPos(call) };
  },
};
export type PosCommand = keyof typeof POS_COMMANDS;

export const isPosCommand = (command: string): command is PosCommand => Object.hasOwn(POS_COMMANDS, command);

/** Releases charges that were held because the bank refused the previous settings. */
async function releaseHeldCharges({ merchantId, values, now }: PosCall) {
  const { liftHolds } = await import('../hold/merchant-holds.ts');
  const chargesGoOnAt = await liftHolds(merchantId, now);
  await sweepLocally(values);
  return chargesGoOnAt === undefined ? {} : { chargesGoOnAt };
}

export async function runPosCommand(command: PosCommand, request: Omit<PosCall, 'merchantId'>) {
  const { merchant: merchantId } = request.values;
  if (!merchantId) throw new UsageError('--merchant is needed.');
  const call = { ...request, merchantId };
  const done = await POS_COMMANDS[command](call);
  const { listPos } = await import('./own-pos.ts');
  return { ...done, virtualPos: await listPos(call.merchantId) };
}
