// Which payments in installments the bank splits: those of its own family and of its partners', with credit
// cards of Turkish banks, as a real bank does and whatever the shop has offered.
import { familiesOfBank } from '#domain/installment/families.ts';
import type { BankMerchant } from './books.ts';
import type { Issuer } from './sandbox-cards.ts';

/** By the regulator's decision, of every product; the bank does not see the basket. */
const MOST_MONTHS = { personal: 12, corporate: 18 };

/** The code of the issuer that refuses to split the payment; undefined if nothing stands against it. */
export function splitRefusal(
  { bankCode, agreedFamilies = [] }: Pick<BankMerchant, 'bankCode' | 'agreedFamilies'>,
  issuer: Issuer | undefined,
  count: number,
): string | undefined {
  if (count <= 1 || bankCode === undefined) return undefined;
  // Not permitted to the cardholder: a debit card, or one of another country.
  if (issuer?.type !== 'credit') return '57';
  const isOurs = [...familiesOfBank(bankCode), ...agreedFamilies].some((one) => one === issuer.family);
  if (!isOurs) return '12';
  // The law restricts the number of installments.
  return count > MOST_MONTHS[issuer.commercial ? 'corporate' : 'personal'] ? '93' : undefined;
}
