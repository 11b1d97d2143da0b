// The writes of a customer. A customer that a live recurring payment uses is not erased.
import type { Customer } from '#domain/customer.ts';
import { CUSTOMER, type CustomerItem } from './customer.ts';
import { change, create, EXISTS, type Write } from './table/commit.ts';
import {
  customersByActivity,
  customersByEmail,
  customersByPhone,
  entityKey,
  listPartition,
  monthOf,
  timeSort,
} from './table/keys.ts';
import { newItem } from './table/row.ts';

/** One pair of attributes per index. A customer without an e-mail address or number is not in its index. */
function indexesOf(customer: Customer) {
  const { merchantId, id, email, phone, isActive, createdAt } = customer;
  const month = monthOf(createdAt);
  const sort = timeSort(createdAt, id);
  return {
    listPk: listPartition(merchantId, 'CUSTOMER', month),
    listSk: sort,
    statusPk: customersByActivity(merchantId, isActive, month),
    statusSk: sort,
    ...(email !== undefined && { lookupPk: customersByEmail(merchantId, email), lookupSk: sort }),
    ...(phone !== undefined && { secondPk: customersByPhone(merchantId, phone), secondSk: sort }),
  };
}

export const writeNewCustomer = (customer: Customer): Write =>
  create(
    'customer',
    newItem(entityKey(customer.merchantId, 'CUSTOMER', customer.id), {
      ...CUSTOMER.attributes(customer),
      ...indexesOf(customer),
    }),
  );

/** A conflict if the customer was changed or erased since it was read. */
export function writeCustomerChange(read: CustomerItem, changed: Customer): Write {
  const { fullName, email, phone, isActive, metadata, answerSecret, changedBy, updatedAt } = changed;
  const loses = [
    ...(email === undefined && read.email !== undefined ? ['email', 'lookupPk', 'lookupSk'] : []),
    ...(phone === undefined && read.phone !== undefined ? ['phone', 'secondPk', 'secondSk'] : []),
    ...(metadata === undefined && read.metadata !== undefined ? ['metadata'] : []),
  ];
  return change(
    'customer',
    read,
    { fullName, email, phone, isActive, metadata, answerSecret, changedBy, updatedAt, ...indexesOf(changed) },
    loses,
  );
}

const PERSONAL = ['fullName', 'email', 'phone', 'metadata', 'answerSecret'] as const;
const INDEXES = ['listPk', 'listSk', 'statusPk', 'statusSk', 'lookupPk', 'lookupSk', 'secondPk', 'secondSk'];
const IS_KEPT = 'attribute_exists(#pk) AND attribute_not_exists(#erasedAt)';

/** A conflict if there is no such customer, or while one of its recurring payments is live. */
export function writeCustomerErasure(merchantId: string, id: string, now: Date): Write {
  return {
    what: 'customer',
    kind: 'update',
    key: entityKey(merchantId, 'CUSTOMER', id),
    set: { erasedAt: now.toISOString() },
    remove: [...PERSONAL, ...INDEXES],
    condition: { expression: `${IS_KEPT} AND attribute_not_exists(#activeRecurringPayments)` },
  };
}

/** For a transaction with a new card: a conflict if the customer was changed or erased since it was read. */
export const writeCustomerCheck = (read: CustomerItem): Write => change('customer', read, {});

type CustomerName = Pick<Customer, 'merchantId' | 'id'>;

/** A card of the customer is charged once. A conflict if the customer is erased or inactive. */
export const writeActiveCheck = ({ merchantId, id }: CustomerName): Extract<Write, { kind: 'update' }> => ({
  what: 'customer',
  kind: 'update',
  key: entityKey(merchantId, 'CUSTOMER', id),
  condition: { expression: `${IS_KEPT} AND #isActive = :yes`, values: { ':yes': true } },
});

/** A recurring payment begins to use the customer. The same conflicts. */
export const writeCustomerUse = (name: CustomerName, recurringPaymentId: string): Write => ({
  ...writeActiveCheck(name),
  addTo: { activeRecurringPayments: recurringPaymentId },
});

/** The recurring payment has ended and no longer uses the customer. */
export function writeCustomerRelease({ merchantId, id }: CustomerName, recurringPaymentId: string): Write {
  return {
    what: 'customer',
    kind: 'update',
    key: entityKey(merchantId, 'CUSTOMER', id),
    takeFrom: { activeRecurringPayments: recurringPaymentId },
    condition: EXISTS,
  };
}
