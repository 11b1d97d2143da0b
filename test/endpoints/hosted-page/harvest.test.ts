// A caller with an API key can open a page for every customer and choose the customer's stored card. No byte
// that a browser then receives contains the card's number or expiry, with any settings of the merchant.
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '#domain/card/card.ts';
import { STORED_CARD_CVV, THREE_D_SETTINGS } from '#domain/payment/three-d-setting.ts';
import type { BuyerPage } from '../../drivers/buyer.ts';
import { withoutIds } from '../../fixtures/without-ids.ts';
import { type HttpAnswer, startHarness } from '../../harness/harness.ts';
import { shareOf } from '../../harness/thoroughness.ts';
import { savingBuyers } from './save-card/saving-buyers.ts';

const harness = await startHarness();
const { buyer, http } = harness;

const SETTINGS = THREE_D_SETTINGS.flatMap((threeDSecure) =>
  STORED_CARD_CVV.flatMap((storedCardCvv) =>
    [false, true].map((forceCvv) => ({ threeDSecure, storedCardCvv, forceCvv })),
  ),
);
/** A month and a year that no page contains by chance. */
const EXPIRY = { expiryMonth: '11', expiryYear: '2047' };
const EXPIRY_TEXT = /(?<!\w)(2047|0?11\W{0,3}(20)?47)(?!\w)|["'>= ]47["'<& ]/;

let numbers = 0;
/** Returns a valid number with a new BIN and new last digits, so that no guard stops the harvest. */
function nextNumber(): string {
  numbers += 1;
  const start = `4603${String(numbers).padStart(4, '0')}7319${String(numbers).padStart(3, '0')}`;
  const last = [...'0123456789'].find((digit) => passesLuhn(start + digit));
  return start + last;
}

/** Matches tokens and nonces, with digits, small and capital letters; any number may be in them. */
const RANDOM = /(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])[\w+/-]{20,}/g;

/** The answer without ids and the time of day, which contain any digits by chance. */
const withoutChance = ({ text, headers }: HttpAnswer): string => {
  const { date: _, ...others } = headers;
  return withoutIds(`${text}\n${JSON.stringify(others)}`);
};

/** Returns all that the browser receives: status, headers and body of the page and of the pages after it. */
async function followEverything(page: BuyerPage): Promise<string[]> {
  const seen = [withoutChance(page)];
  let current = page;
  for (let steps = 0; steps < 4 && current.form !== undefined; steps += 1) {
    current = await buyer.post(current, {});
    seen.push(withoutChance(current));
  }
  const location = current.location?.replace(/^http:\/\/localhost:\d+/, '');
  if (location?.startsWith('/')) {
    const followed = await http({ method: 'GET', path: location, headers: {} });
    seen.push(withoutChance(followed));
  }
  return seen;
}

async function harvest(
  { open, makeCustomer, store }: Awaited<ReturnType<typeof savingBuyers>>,
  forceCvv: boolean,
): Promise<{ cardNumber: string; seen: string }> {
  const cardNumber = nextNumber();
  const customer = await makeCustomer();
  const { id: savedCard } = await store(customer, { cardNumber, ...EXPIRY, forceCvv });
  const seen: string[] = [];
  for (const entry of [{}, { cvv: '123' }, { cvv: '123', cardNumber: '', expiryMonth: '', expiryYear: '' }]) {
    const { form } = await open(customer);
    seen.push(withoutChance(form));
    const sent = await buyer.post(form, { savedCard, ...entry });
    seen.push(...(await followEverything(sent)));
    seen.push(...(await followEverything(await buyer.open(form.path))));
  }
  return { cardNumber, seen: seen.join('\n') };
}

describe.each(shareOf(SETTINGS, 1, 3))('a harvest of stored cards with %o', ({ forceCvv, ...settings }) => {
  it('a harvest of stored cards yields no number and no expiry', async () => {
    const buyers = await savingBuyers(harness, settings.threeDSecure, settings);
    const found: string[] = [];
    const { cardNumber, seen } = await harvest(buyers, forceCvv);
    const bare = seen.replaceAll(/[ -]/g, '');
    if (bare.includes(cardNumber) || bare.includes(cardNumber.slice(6, 12))) found.push('number');
    const expiry = EXPIRY_TEXT.exec(seen.replaceAll(RANDOM, 'random'));
    if (expiry) found.push(expiry[0]);
    expect(found).toEqual([]);
  });
});
