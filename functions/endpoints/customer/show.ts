// GET /api/customer/{id}: one customer.
import { showCustomer } from '#contract/customer-answer.ts';
import { Rejection } from '#domain/rejection.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadCustomer } from '#store/customer.ts';

const SHOWN = { tr: 'Müşteri.', en: 'The customer.' };

export const handler = readEndpoint({ scope: 'customers:read' }, async ({ caller, path }) => {
  const customer = await loadCustomer(caller.merchantId, path['id'] ?? '');
  if (customer === undefined) throw new Rejection('CUSTOMER_NOT_FOUND');
  return { message: SHOWN, data: showCustomer(customer) };
});
