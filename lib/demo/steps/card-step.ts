// Stores a customer's card: responses never contain the number, and the alias finds the card again.
import type { Demo } from './demo.ts';

export type DemoCard = { customerId: string; cardStorageId: string };

export async function showStoredCard(demo: Demo): Promise<DemoCard> {
  const { call, print } = demo;
  demo.title('A customer’s card is stored');
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
  print('The merchant gets an id and a mask. KMS encrypts number and expiry; the CVV is not stored.');
  const { id, cardAlias, maskedCardNumber, cardAssociation, expiryStatus } = card;
  demo.facts({
    Id: String(id),
    Alias: String(cardAlias),
    Number: `${maskedCardNumber} (${cardAssociation})`,
    Expiry: String(expiryStatus),
  });
  const { items } = (await call('GET', `/api/card/query?alias=${encodeURIComponent('İŞ KARTIM')}`)) as {
    items: { id: string }[];
  };
  print(`The alias "İŞ KARTIM", in Turkish upper case, finds it: ${items.some((one) => one.id === id)}.`);
  return { customerId, cardStorageId: String(id) };
}
