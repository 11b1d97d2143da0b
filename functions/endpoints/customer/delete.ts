// DELETE /api/customer/{id}: erases the personal data of a customer; payments stay (customers.md 2).
import type { Customer } from '#domain/customer.ts';
import { isUuid } from '#domain/id.ts';
import { Rejection } from '#domain/rejection.ts';
import { rejectionOf } from '#http/conflict.ts';
import { endpoint } from '#http/endpoint.ts';
import { CUSTOMER, writeCustomerErasure } from '#store/customer.ts';

const DELETED = { tr: 'Müşteri silindi.', en: 'The customer was deleted.' };

export const handler = endpoint({ scope: 'customers' }, async ({ caller, path, now, commit }) => {
  const id = path['id'] ?? '';
  if (!isUuid(id)) throw new Rejection('CUSTOMER_NOT_FOUND');
  const answer = { says: DELETED, data: { id, deleted: true } };
  const result = await commit([writeCustomerErasure(caller.merchantId, id, now)], answer);
  if (result.kind === 'conflict') throw rejectionOf(result, CUSTOMER, whyNotErased);
  return answer;
});

function whyNotErased(found: Customer | undefined): Rejection {
  if (found === undefined) return new Rejection('CUSTOMER_NOT_FOUND');
  const recurringPaymentIds = [...(found.activeRecurringPayments ?? [])].sort();
  return new Rejection('CUSTOMER_HAS_ACTIVE_RECURRING_PAYMENT', { recurringPaymentIds });
}
