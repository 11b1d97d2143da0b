// A customer's card is stored: what comes back never holds the number, and the alias finds it again.
import type { Storyteller } from './storyteller.ts';

export type StoredForDemo = { customerId: string; cardStorageId: string };

export async function tellStoredCard(story: Storyteller): Promise<StoredForDemo> {
  const { call, say } = story;
  story.chapter('A customer’s card is stored');
  const customer = await call('POST', '/api/customer', {
    fullName: 'Ayşe Yılmaz',
    email: 'ayse@example.com',
    phone: '905550000000',
  });
  const customerId = String(customer['id']);
  const card = await call('POST', '/api/card', {
    cardAlias: 'İş kartım',
    ownerName: 'Ayşe Yılmaz',
    cardNumber: '5528790000000008',
    expiryMonth: '12',
    expiryYear: '30',
    customerId,
  });
  say(
    'What the merchant keeps of it: an id and a mask. Number and expiry are sealed by KMS, the CVV nowhere.',
  );
  const { id, cardAlias, maskedCardNumber, cardAssociation, expiryStatus } = card;
  story.table([{ id, cardAlias, maskedCardNumber, cardAssociation, expiryStatus }]);
  const { items } = (await call('GET', `/api/card/query?alias=${encodeURIComponent('İŞ KARTIM')}`)) as {
    items: { id: string }[];
  };
  say(`Asked for "İŞ KARTIM", as Turkish folds letters, it is found: ${items.some((one) => one.id === id)}.`);
  return { customerId, cardStorageId: String(id) };
}
