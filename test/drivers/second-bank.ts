// A second bank on this machine with its own address, books and accounts, and the change of a merchant to it.
import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import type { AcquirerSettings, SettingsOf } from '#acquirer/connect.ts';
import { makeUuid } from '#domain/id.ts';
import { forgetBank } from '#flows/bank-connection.ts';
import type { Item } from '#store/table/table.ts';
import { newAccount, virtualPosOf } from '../../lib/bank/account.ts';
import { createBank } from '../../lib/local/bank/bank.ts';
import { listen } from '../../lib/local/http-server.ts';
import { addPos, makePosCurrent } from '../../lib/operator/pos/change-of-bank.ts';
import type { Harness } from '../harness/harness.ts';

/** The attributes that name a POS, in addition to the one of every payment and charge. */
const NAMES = ['virtualPos', 'cvvRequiredBy', 'refused', 'probes'];
const hasPos = (item: Item) => item.sk === 'REFUND' && 'pos' in item;
export const namesPos = (item: Item): boolean => hasPos(item) || NAMES.some((name) => name in item);

/** Starts the bank until the test file ends. */
export async function openSecondBank({ service }: Pick<Harness, 'service'>) {
  const { clock } = service;
  const server = await listen(0);
  const bank = createBank({ clock });
  server.mount({ prefix: '/fim', service: bank.service });
  afterAll(server.close);

  function newPos(): SettingsOf<'nestpay'> {
    const account = newAccount();
    bank.registerMerchant(account);
    return virtualPosOf(account, `http://localhost:${server.port}/fim`);
  }
  const newPosId = () => makeUuid(clock.nowMs(), randomBytes);
  const add = async (
    merchantId: string,
    settings: AcquirerSettings = newPos(),
    posId = newPosId(),
  ): Promise<string> => {
    await addPos(merchantId, { posId, settings, isTest: false }, { isChecked: false }, clock.now());
    return posId;
  };
  /** Makes the POS current, and drops the cached merchant, as if a minute had passed. */
  async function makeCurrent(merchantId: string, posId: string): Promise<void> {
    await makePosCurrent(merchantId, posId, { isChecked: true }, clock.now());
    forgetBank(merchantId);
  }
  return {
    bank,
    close: server.close,
    newPos,
    newPosId,
    add,
    makeCurrent,
    /** Moves the merchant to this bank; returns the id of its POS here. */
    async takeOver(merchantId: string, settings: AcquirerSettings = newPos()): Promise<string> {
      const posId = await add(merchantId, settings);
      await makeCurrent(merchantId, posId);
      return posId;
    },
  };
}
