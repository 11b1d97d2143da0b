// POST /api/customer: creates a customer (customers.md 1).
import { randomBytes } from 'node:crypto';
import { createCustomerBody } from '#contract/customer.ts';
import { showCustomer } from '#contract/customer-answer.ts';
import { CUSTOMER_NAMES } from '#contract/field/answer-names.ts';
import type { Customer } from '#domain/customer.ts';
import { defined } from '#domain/defined.ts';
import { makeUuid } from '#domain/id.ts';
import { Rejection } from '#domain/rejection.ts';
import { endpoint } from '#http/endpoint.ts';
import { newAnswerSecret } from '#http/idempotency/answer-seal.ts';
import { CUSTOMER_OWNERS } from '#store/customer.ts';
import { writeNewCustomer } from '#store/customer-writes.ts';

const CREATED = { tr: 'Müşteri oluşturuldu.', en: 'The customer was created.' };

export const handler = endpoint(
  { scope: 'customers', body: createCustomerBody, answer: CUSTOMER_NAMES, owners: CUSTOMER_OWNERS },
  async ({ caller, body, now, commit }) => {
    const { fullName, email, phone, isActive, metadata } = body;
    const createdAt = now.toISOString();
    const customer: Customer = {
      id: makeUuid(now.getTime(), randomBytes),
      merchantId: caller.merchantId,
      fullName,
      ...defined({ email, phone }),
      isActive,
      ...defined({ metadata }),
      answerSecret: newAnswerSecret(),
      createdBy: caller.keyId,
      createdAt,
      updatedAt: createdAt,
    };
    const owner = { id: customer.id, secret: customer.answerSecret };
    const answer = { status: 201 as const, message: CREATED, data: showCustomer(customer), owner };
    const result = await commit([writeNewCustomer(customer)], answer);
    if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
    return answer;
  },
);
