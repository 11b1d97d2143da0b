// Single charges of stored cards for tests: the call, with a customer and a card of its own unless named.
import type { ApiRequest, Harness } from '../harness/harness.ts';
import { newCardNumber, recurringPaymentDriver } from './recurring-payment-driver.ts';

type Given = Record<string, unknown>;
export type ChargedPayment = {
  paymentReferenceNumber: string;
  status: string;
  source: string;
  errorCode: string | null;
  payment?: ChargedPayment | null;
};

export const MANDATE = { reference: 'SÖZLEŞME-7', acceptedAt: '2026-01-05T10:00:00Z' };
let orders = 0;
export const newOrder = () => `CHARGE-${++orders}`;

export function singleChargeDriver(harness: Pick<Harness, 'api' | 'service'>, key?: string) {
  const plans = recurringPaymentDriver(harness, key);
  const auth = key === undefined ? {} : { key };
  let owner: Promise<string> | undefined;
  const customer = () => {
    owner ??= plans.customer();
    return owner;
  };
  const card = async (cardNumber: string = newCardNumber(), more: Given = {}) =>
    await plans.card(cardNumber, { customerId: await customer(), ...more });
  /** 149.90 of a new order. */
  const body = async (more: Given = {}): Promise<Given> => ({
    customerId: more['customerId'] ?? (await customer()),
    cardStorageId: more['cardStorageId'] ?? (await card()),
    amount: 149.9,
    currency: 'TRY',
    orderNumber: newOrder(),
    mandate: MANDATE,
    ...more,
  });
  const post = (given: Given, idempotencyKey?: string, request: ApiRequest = {}) =>
    harness.api<ChargedPayment>('POST', '/api/payment', {
      body: given,
      ...auth,
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
      ...request,
    });
  const charge = async (more: Given = {}, idempotencyKey?: string) =>
    await post(await body(more), idempotencyKey);
  const anotherCustomer = plans.customer;
  return { ...plans, customer, anotherCustomer, card, body, post, charge };
}
