// A buyer's browser: fills in a form, answers the issuer or does not, and records the result.
import { RIGHT_CODE } from '../../drivers/buyer.ts';
import {
  answerIssuer,
  asksIssuer,
  choicesOf,
  type Page,
  resultOf,
  submitForm,
} from '../../drivers/remote-buyer.ts';
import type { Caller } from '../caller.ts';
import type { Merchant } from '../merchant.ts';
import type { Random } from '../random.ts';
import { declinedNumber, goodNumber, splitNumber } from './card-numbers.ts';

export type Entry = Record<string, string>;

/** Cards with a family go to the bank that splits it, all others to the default one. */
const paidNumber = (random: Random): string =>
  random.chance(0.5) ? splitNumber(random) : goodNumber(random);

export function cardEntry(random: Random, isDeclined: boolean): Entry {
  return {
    ownerName: 'Ayşe Yılmaz',
    cardNumber: isDeclined ? declinedNumber(random) : paidNumber(random),
    expiryMonth: '12',
    expiryYear: '40',
    cvv: '123',
    ...(random.chance(0.3) && { saveCard: 'yes' }),
  };
}

/** Submits the form if the page has one, answers the issuer, and records the browser's result. */
export async function submitPage(
  caller: Caller,
  merchant: Merchant,
  page: Page,
  entry: Entry,
): Promise<void> {
  const { random, browse } = caller;
  if (!page.html.includes('<form')) return;
  const saved = /<input[^>]*name="savedCard"[^>]*value="([0-9a-f-]{36})"/.exec(page.html)?.[1];
  const card = saved !== undefined && random.chance(0.5) ? { savedCard: saved, cvv: '123' } : entry;
  // Any choice, also with a card that the page does not split.
  const choices = choicesOf(page);
  const installment = random.chance(0.7) ? choices.at(-1) : random.pick(choices);
  const splits = installment !== undefined && random.chance(0.7);
  const split = splits && card === entry ? { cardNumber: splitNumber(random) } : {};
  const entered = await submitForm(page, browse, { ...card, ...split, ...(installment && { installment }) });
  if (!asksIssuer(entered)) return note(caller, merchant, entered);
  if (random.chance(0.08)) return;
  const answer = random.weighted<Entry>([
    [12, RIGHT_CODE],
    [1, { code: '000000', action: 'approve' }],
    [1, { action: 'cancel' }],
  ]);
  const proof = await answerIssuer(entered, answer, browse);
  // The browser and the bank's server may both deliver the proof.
  const deliveries = random.chance(0.2) ? 2 : 1;
  const returned = Array.from({ length: deliveries }, () => submitForm(proof, browse));
  for (const one of await Promise.all(returned)) note(caller, merchant, one);
}

/** Records the signed result in the address that leads back to the shop. */
function note({ journal }: Caller, merchant: Merchant, page: Page): void {
  const address = resultOf(page);
  const result = URL.canParse(address) ? new URL(address).searchParams.get('result') : null;
  if (result === null) return;
  const payload = Buffer.from(result.split('.')[1] ?? '', 'base64url').toString();
  const { captured, ...told } = JSON.parse(payload) as Record<string, string | null> & { captured?: false };
  const { status, paymentReferenceNumber } = told;
  if (!status || !paymentReferenceNumber) return;
  journal.told.push({ merchant: merchant.name, reference: paymentReferenceNumber, status });
  if (status !== 'Successful') return;
  merchant.payments.push(paymentReferenceNumber);
  if (captured === false) merchant.reserved.push(paymentReferenceNumber);
}
