// Opens a merchant's account at the deployed bank with the deployer's own rights on its table. No endpoint
// does this, because only an operator who may create merchants may open accounts.
import type { SettingsOf } from '#acquirer/connect.ts';
import { newAccount, virtualPosOf } from '../account.ts';
import { merchantRecordKey } from '../books.ts';
import { writeDraft } from './book-table.ts';
import { openDraft } from './draft.ts';

/** `bankUrl` has no trailing slash. The variable BANK_TABLE_NAME names the table. */
export async function openAccount(bankUrl: string, now: Date): Promise<SettingsOf<'nestpay'>> {
  const account = newAccount();
  const read = new Map([[merchantRecordKey(account.clientId), undefined]]);
  const draft = openDraft(read);
  draft.state.books.register(account);
  if (!(await writeDraft(draft, read, now.getTime())))
    throw new Error('The account number is taken; try again.');
  return virtualPosOf(account, bankUrl);
}
