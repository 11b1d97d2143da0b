// GET /api/customer/{id}: one customer.
import { showCustomer } from '#contract/customer.ts';
import { Rejection } from '#domain/rejection.ts';
import { endpoint } from '#http/endpoint.ts';
import { loadCustomer } from '#store/customer.ts';

const SHOWN = { tr: 'Müşteri.', en: 'The customer.' };

export const handler = endpoint({ scope: 'read' }, async ({ caller, path }) => {
  const customer = await loadCustomer(caller.merchantId, path['id'] ?? '');
  if (customer === undefined) throw new Rejection('CUSTOMER_NOT_FOUND');
  return { message: SHOWN, data: showCustomer(customer) };
});
