// PUT /api/customer/{id}: changes the fields that are sent (customers.md 1.5).
import { type UpdateCustomerBody, updateCustomerBody } from '#contract/customer.ts';
import { setOfCustomer, showCustomer } from '#contract/customer-answer.ts';
import { CUSTOMER_NAMES } from '#contract/field/answer-names.ts';
import type { Customer } from '#domain/customer.ts';
import { defined } from '#domain/defined.ts';
import { Rejection } from '#domain/rejection.ts';
import { rejectionOf } from '#http/conflict.ts';
import { endpoint } from '#http/endpoint.ts';
import { isUnchanged } from '#http/fields/record-fields.ts';
import { newAnswerSecret } from '#http/idempotency/answer-seal.ts';
import { CUSTOMER, CUSTOMER_OWNERS, loadCustomer } from '#store/customer.ts';
import { writeCustomerChange } from '#store/customer-writes.ts';

const UPDATED = { tr: 'Müşteri güncellendi.', en: 'The customer was updated.' };

export const handler = endpoint(
  { scope: 'customers', body: updateCustomerBody, answer: CUSTOMER_NAMES, owners: CUSTOMER_OWNERS },
  async ({ caller, path, body, now, requireRecord, commit }) => {
    const read = await loadCustomer(caller.merchantId, path['id'] ?? '');
    if (read === undefined) throw new Rejection('CUSTOMER_NOT_FOUND');
    const before = showCustomer(read);
    requireRecord(setOfCustomer(read));
    const asSent = changedCustomer(read, body, now);
    if (isUnchanged(before, showCustomer(asSent))) return answerOf(read);
    const changed = { ...asSent, changedBy: caller.keyId };
    const answer = answerOf(changed);
    const result = await commit([writeCustomerChange(read, changed)], answer);
    if (result.kind === 'conflict') {
      throw rejectionOf(result, CUSTOMER, (found) =>
        found ? undefined : new Rejection('CUSTOMER_NOT_FOUND'),
      );
    }
    return answer;
  },
);

const answerOf = (customer: Customer) => ({
  message: UPDATED,
  data: showCustomer(customer),
  owner: { id: customer.id, secret: customer.answerSecret },
});

function changedCustomer(read: Customer, body: UpdateCustomerBody, now: Date): Customer {
  const { fullName = read.fullName, isActive = read.isActive } = body;
  const { email: emailBefore, phone: phoneBefore, metadata: metadataBefore, ...rest } = read;
  const { answerSecret = newAnswerSecret() } = read;
  const email = body.email === undefined ? emailBefore : (body.email ?? undefined);
  const phone = body.phone === undefined ? phoneBefore : (body.phone ?? undefined);
  const metadata = body.metadata === undefined ? metadataBefore : (body.metadata ?? undefined);
  return {
    ...rest,
    fullName,
    isActive,
    answerSecret,
    ...defined({ email, phone, metadata }),
    updatedAt: now.toISOString(),
  };
}
