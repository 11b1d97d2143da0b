// Declines and refusals that use the grants of the guards against card testing.
import { passesLuhn } from '#domain/card/card.ts';
import { MOST_UNPAID_NUMBERS } from '#domain/card/stored-card.ts';
import { FEWEST_DECLINED_CARDS } from '#domain/payment/card-testing.ts';
import { CARDS } from '../../../../drivers/buyer.ts';
import { cardTester } from '../../../../drivers/stolen-cards.ts';
import { type Harness, MINUTE } from '../../../../harness/harness.ts';
import { nextKey } from './scenario-caller.ts';

/** Makes ten declines, one of them found by the sweep, after which the approvals are compared. */
export async function tryCards({ service, buyer, createPage, moveBy }: Harness): Promise<void> {
  const { apiKey: key } = await service.addMerchant({ threeDSecure: 'never' });
  const lost = await createPage({}, { key });
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(lost.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  await moveBy(10 * MINUTE);
  for (const outcomes of [5, 5, 1].map((times) => Array.from({ length: times }, () => 'decline:51'))) {
    let form = await buyer.open((await createPage({}, { key })).hostedPageUrl);
    service.bank.script(outcomes);
    for (const _ of outcomes) form = await buyer.submit(form);
  }
  service.bank.script([]);
}

/** Tries as many numbers of different ranges as are found to be stolen, and one more. */
export async function tryStolenCards(harness: Harness): Promise<void> {
  const { apiKey } = await harness.service.addMerchant({ threeDSecure: 'never' });
  const { tryCard } = cardTester(harness, apiKey);
  for (let at = 0; at < FEWEST_DECLINED_CARDS + 2; at += 1) await tryCard(at, 'decline:14');
}

const NUMBERS = Array.from({ length: 100 }, (_, middle) => `99991100${String(middle).padStart(4, '0')}0000`);

/** Stores as many cards of one mask as it may have, and one more, which has the paid ones among them read. */
export async function fillMask({ api }: Harness): Promise<void> {
  for (const cardNumber of NUMBERS.filter(passesLuhn).slice(0, MOST_UNPAID_NUMBERS + 1)) {
    const body = { cardAlias: 'Kart', cardNumber, expiryMonth: '12', expiryYear: '2030' };
    await api('POST', '/api/card', { body, headers: nextKey() });
  }
}
