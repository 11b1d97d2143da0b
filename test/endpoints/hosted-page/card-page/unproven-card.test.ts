// A card is added at a merchant without 3-D Secure: it is not authenticated, so a mask has few of them.
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '#domain/card/card.ts';
import { cardPageDriver } from '../../../drivers/card-page-driver.ts';
import { resultOf } from '../../../drivers/result.ts';
import { startHarness } from '../../../harness/harness.ts';
import { customersOf } from '../../customer/customers.ts';

const harness = await startHarness();
const { service } = harness;

describe('a merchant without 3-D Secure', () => {
  it('a merchant without 3-D Secure stores the card as typed, without a call to the bank', async () => {
    const merchant = await service.addMerchant({ threeDSecure: 'never' });
    const own = cardPageDriver(harness, merchant.apiKey);
    const { id } = await customersOf(harness).create({}, { key: merchant.apiKey });
    const returned = await own.give(await own.open(await own.addLink(id)));
    expect([returned.status, resultOf(returned.location)]).toMatchObject([303, { status: 'CardStored' }]);
    expect((await own.cardsOf(id)).length).toBe(1);
  });

  it('a mask holds at most three numbers without 3-D Secure, as by POST /api/card', async () => {
    const merchant = await service.addMerchant({ threeDSecure: 'never' });
    const own = cardPageDriver(harness, merchant.apiKey);
    const { id } = await customersOf(harness).create({}, { key: merchant.apiKey });
    const numbers = numbersBehind('460345', '0000').slice(0, 4);
    const link = await own.addLink(id);
    for (const cardNumber of numbers.slice(0, 3)) {
      await own.give(await own.open(await own.addLink(id)), { cardNumber });
    }
    const refused = await own.give(await own.open(link), { cardNumber: numbers[3] ?? '' });
    expect([refused.status, refused.text.includes('Bu kart şu anda kaydedilemiyor')]).toEqual([422, true]);
    expect((await own.cardsOf(id)).length).toBe(3);
  });

  it('a number that the customer has stored answers a card id that nobody knew, as any other number', async () => {
    const merchant = await service.addMerchant({ threeDSecure: 'never' });
    const own = cardPageDriver(harness, merchant.apiKey);
    const { id } = await customersOf(harness).create({}, { key: merchant.apiKey });
    const idOf = async (cardNumber: string) => {
      const returned = await own.give(await own.open(await own.addLink(id)), { cardNumber });
      return (resultOf(returned.location) as object as { cardStorageId: string }).cardStorageId;
    };
    const [stored = '', other = ''] = numbersBehind('460345', '0000');
    const ids = [await idOf(stored), await idOf(stored), await idOf(other)];
    expect(new Set(ids).size).toBe(3);
  });
});

/** Valid numbers with the same mask. */
function numbersBehind(bin: string, lastFour: string): string[] {
  const middles = Array.from({ length: 100 }, (_, at) => String(at).padStart(6, '0'));
  return middles.map((middle) => `${bin}${middle}${lastFour}`).filter(passesLuhn);
}
