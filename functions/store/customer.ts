// Customers, found by id, by e-mail address, by telephone number, or listed. An erased customer leaves a row
// without personal data, because payments still have its id.
import type { Customer } from '#domain/customer.ts';
import { isUuid } from '#domain/id.ts';
import { bytes, flag, optional, text, textMap, texts, uuid } from '#domain/shape.ts';
import { change, create, type Write } from './table/commit.ts';
import {
  customersByActivity,
  customersByEmail,
  customersByPhone,
  entityKey,
  listPartition,
  monthOf,
  timeSort,
} from './table/keys.ts';
import { byTime, type Kind, listEntry, statusEntry } from './table/kind.ts';
import { loadRow, newItem, row, type Stored } from './table/row.ts';

export type CustomerItem = Stored & Customer;

export const CUSTOMER = /* @__PURE__ */ row<Customer>(
  'customer',
  () => ({
    id: text,
    merchantId: text,
    fullName: text,
    email: optional(text),
    phone: optional(text),
    isActive: flag,
    metadata: optional(textMap),
    answerSecret: optional(bytes),
    createdBy: optional(uuid),
    createdAt: text,
    updatedAt: text,
    activeRecurringPayments: optional(texts),
  }),
  { isErased: (item) => item['erasedAt'] !== undefined },
);

export const customerKind = () =>
  ({
    keys: [entityKey('{m}', 'CUSTOMER', '{id}')],
    readBy: 'page, merchant, charge',
    indexes: {
      list: [listEntry('CUSTOMER')],
      status: [statusEntry('CUSTOMER')],
      lookup: [byTime(customersByEmail('{m}', '{email}'))],
      second: [byTime(customersByPhone('{m}', '{phone}'))],
    },
    grants: { customer: 'customers' },
    events: 'own',
    read: CUSTOMER.find,
  }) satisfies Kind;

/** The merchant's customer; undefined if erased, of another merchant, or if `id` is malformed. */
export async function loadCustomer(merchantId: string, id: string): Promise<CustomerItem | undefined> {
  if (!isUuid(id)) return undefined;
  return await loadRow(CUSTOMER, entityKey(merchantId, 'CUSTOMER', id));
}

/** For stored answers that contain a customer (see http/idempotency/idempotency-key.ts). */
export const CUSTOMER_OWNERS = {
  erased: 'CUSTOMER_NOT_FOUND' as const,
  loadSecret: async (merchantId: string, id: string) => (await loadCustomer(merchantId, id))?.answerSecret,
};

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
  const { fullName, email, phone, isActive, metadata, answerSecret, updatedAt } = changed;
  const loses = [
    ...(email === undefined && read.email !== undefined ? ['email', 'lookupPk', 'lookupSk'] : []),
    ...(phone === undefined && read.phone !== undefined ? ['phone', 'secondPk', 'secondSk'] : []),
    ...(metadata === undefined && read.metadata !== undefined ? ['metadata'] : []),
  ];
  return change(
    'customer',
    read,
    { fullName, email, phone, isActive, metadata, answerSecret, updatedAt, ...indexesOf(changed) },
    loses,
  );
}

const PERSONAL = ['fullName', 'email', 'phone', 'metadata', 'answerSecret'] as const;
const INDEXES = ['listPk', 'listSk', 'statusPk', 'statusSk', 'lookupPk', 'lookupSk', 'secondPk', 'secondSk'];
const EXISTS = 'attribute_exists(#pk) AND attribute_not_exists(#erasedAt)';

/** A conflict if there is no such customer, or while one of its recurring payments is live. */
export function writeCustomerErasure(merchantId: string, id: string, now: Date): Write {
  return {
    what: 'customer',
    kind: 'update',
    key: entityKey(merchantId, 'CUSTOMER', id),
    set: { erasedAt: now.toISOString() },
    remove: [...PERSONAL, ...INDEXES],
    condition: { expression: `${EXISTS} AND attribute_not_exists(#activeRecurringPayments)` },
  };
}

/** For a transaction with a new card: a conflict if the customer was changed or erased since it was read. */
export const writeCustomerCheck = (read: CustomerItem): Write => change('customer', read, {});

type CustomerName = Pick<Customer, 'merchantId' | 'id'>;

/** A recurring payment begins to use the customer. A conflict if the customer is erased or inactive. */
export function writeCustomerUse({ merchantId, id }: CustomerName, recurringPaymentId: string): Write {
  return {
    what: 'customer',
    kind: 'update',
    key: entityKey(merchantId, 'CUSTOMER', id),
    set: {},
    addTo: { activeRecurringPayments: recurringPaymentId },
    condition: { expression: `${EXISTS} AND #isActive = :yes`, values: { ':yes': true } },
  };
}

/** The recurring payment has ended and no longer uses the customer. */
export function writeCustomerRelease({ merchantId, id }: CustomerName, recurringPaymentId: string): Write {
  return {
    what: 'customer',
    kind: 'update',
    key: entityKey(merchantId, 'CUSTOMER', id),
    set: {},
    takeFrom: { activeRecurringPayments: recurringPaymentId },
    condition: { expression: 'attribute_exists(#pk)' },
  };
}
