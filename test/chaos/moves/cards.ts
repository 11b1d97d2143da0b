// Moves with customers and stored cards, and calls that only read.
import type { Json } from '../../release/shop.ts';
import type { Caller } from '../caller.ts';
import type { Merchant } from '../merchant.ts';
import { declinedNumber, goodNumber } from './card-numbers.ts';

export async function createCustomer(caller: Caller, merchant: Merchant): Promise<void> {
  const customer = await caller.create(merchant, '/api/customer', (tag) => ({
    fullName: 'Ayşe Yılmaz',
    email: `${tag}@shop.example`,
  }));
  if (customer) merchant.customers.push(String(customer['id']));
}

export async function changeCustomer(caller: Caller, merchant: Merchant): Promise<void> {
  const id = caller.random.pick(merchant.customers);
  if (id === undefined) return;
  const path = `/api/customer/${id}`;
  // The service refuses this while the customer has recurring payments.
  if (caller.random.chance(0.1)) await caller.write(merchant, 'DELETE', path);
  else await caller.write(merchant, 'PUT', path, { fullName: `Ayşe Yıldız ${caller.random.below(99)}` });
}

export async function storeCard(caller: Caller, merchant: Merchant): Promise<void> {
  const { random } = caller;
  const customerId = random.pick(merchant.customers);
  if (customerId === undefined) return;
  const cardNumber = random.chance(0.15) ? declinedNumber(random) : goodNumber(random);
  const card = await caller.create(merchant, '/api/card', (tag) => ({
    cardAlias: `Kart ${tag}`,
    cardNumber,
    expiryMonth: '12',
    expiryYear: '40',
    customerId,
  }));
  if (card) merchant.cards.push({ id: String(card['id']), customerId });
}

export async function changeCard(caller: Caller, merchant: Merchant): Promise<void> {
  const { random } = caller;
  const card = random.pick(merchant.cards);
  if (card === undefined) return;
  const path = `/api/card/${card.id}`;
  if (random.chance(0.15)) await caller.write(merchant, 'DELETE', path);
  else {
    const expiry: Json = { expiryMonth: '12', expiryYear: String(random.between(41, 49)) };
    await caller.write(merchant, 'PUT', path, expiry);
  }
}

const LISTS = [
  '/api/payment',
  '/api/payment?status=Processing',
  '/api/Refund',
  '/api/Refund?status=Pending',
  '/api/Refund/statistics',
  '/api/RecurringPayment',
  '/api/customer',
];

export async function readList(caller: Caller, merchant: Merchant): Promise<void> {
  const path = caller.random.pick(LISTS);
  if (path) await caller.read(merchant, path);
}
