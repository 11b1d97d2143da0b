// Opens a shop's account at the deployed bank, with the deployer's own rights on its table: there is no door
// for it, because whoever may create merchants may do this and nobody else.
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { newAccount, virtualPosOf } from '../account.ts';
import { merchantRecordKey } from '../books.ts';
import { writeDown } from './book-table.ts';
import { openDraft } from './draft.ts';

/** `bankUrl` has no slash at its end; the table is the one that BANK_TABLE_NAME names. */
export async function openAccount(bankUrl: string, now: Date): Promise<AcquirerSettings> {
  const account = newAccount();
  const read = new Map([[merchantRecordKey(account.clientId), undefined]]);
  const draft = openDraft(read);
  draft.house.books.register(account);
  if (!(await writeDown(draft, read, now.getTime())))
    throw new Error('The account number is taken; try again.');
  return virtualPosOf(account, bankUrl);
}
