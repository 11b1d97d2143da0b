// Stores a customer's card, encrypted by KMS under the role of its function, and finds it by its alias.
import { strict as assert } from 'node:assert';
import type { RehearsalContext } from '../context.ts';

export type Stored = { customerId: string; cardStorageId: string };
const CARD_NUMBER = '4603450000000000';

export async function storeCard({ report, merchant }: RehearsalContext): Promise<Stored> {
  const customer = await report.step(
    'A customer is created',
    () => merchant.call('POST', '/api/customer', { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' }),
    ({ fullName }) => String(fullName),
  );
  const customerId = String(customer['id']);
  const card = await report.step(
    'A card is stored',
    async () => {
      const stored = await merchant.call('POST', '/api/card', {
        cardAlias: 'İş kartım',
        ownerName: 'Ayşe Yılmaz',
        cardNumber: CARD_NUMBER,
        expiryMonth: '12',
        expiryYear: '30',
        customerId,
      });
      assert.ok(!JSON.stringify(stored).includes(CARD_NUMBER), 'the response contains the card number');
      return stored;
    },
    ({ maskedCardNumber, cardAssociation }) => `${maskedCardNumber}, ${cardAssociation}`,
  );
  await report.step(
    'It is found by its alias',
    async () => {
      const alias = encodeURIComponent('İŞ KARTIM');
      const { items } = (await merchant.call('GET', `/api/card/query?alias=${alias}`)) as {
        items: StoredCard[];
      };
      assert.deepEqual(
        items.map(({ id }) => id),
        [card['id']],
      );
      return items;
    },
    ([found]) => `"İŞ KARTIM" finds "${found?.cardAlias}"`,
  );
  return { customerId, cardStorageId: String(card['id']) };
}

type StoredCard = { id: string; cardAlias: string };
