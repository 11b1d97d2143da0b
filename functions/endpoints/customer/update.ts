// PUT /api/customer/{id}: changes the fields that are sent (customers.md 1.5).
import { showCustomer, type UpdateCustomerBody, updateCustomerBody } from '#contract/customer.ts';
import type { Customer } from '#domain/customer.ts';
import { Rejection } from '#domain/rejection.ts';
import { rejectionOf } from '#http/conflict.ts';
import { endpoint } from '#http/endpoint.ts';
import { CUSTOMER, loadCustomer, writeCustomerChange } from '#store/customer.ts';

const UPDATED = { tr: 'Müşteri güncellendi.', en: 'The customer was updated.' };

export const handler = endpoint(
  { scope: 'customers', body: updateCustomerBody },
  async ({ caller, path, body, now, commit }) => {
    const read = await loadCustomer(caller.merchantId, path['id'] ?? '');
    if (read === undefined) throw new Rejection('CUSTOMER_NOT_FOUND');
    if (Object.values(body).every((value) => value === undefined)) {
      return { says: UPDATED, data: showCustomer(read) };
    }
    const changed = changedCustomer(read, body, now);
    const answer = { says: UPDATED, data: showCustomer(changed) };
    const result = await commit([writeCustomerChange(read, changed)], answer);
    if (result.kind === 'conflict') {
      throw rejectionOf(result, CUSTOMER, (found) =>
        found ? undefined : new Rejection('CUSTOMER_NOT_FOUND'),
      );
    }
    return answer;
  },
);

function changedCustomer(read: Customer, body: UpdateCustomerBody, now: Date): Customer {
  const { fullName = read.fullName, email = read.email, isActive = read.isActive } = body;
  const { phone: phoneBefore, ...rest } = read;
  const phone = body.phone === undefined ? phoneBefore : (body.phone ?? undefined);
  return {
    ...rest,
    fullName,
    email,
    isActive,
    ...(phone !== undefined && { phone }),
    updatedAt: now.toISOString(),
  };
}
