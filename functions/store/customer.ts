// Customers, found by id, by e-mail address, by telephone number, or listed. An erased customer leaves a row
// without personal data, because payments still have its id.
import { type Customer, customerFields } from '#domain/customer.ts';
import { isUuid } from '#domain/id.ts';
import { customersByEmail, customersByPhone, entityKey } from './table/keys.ts';
import { byTime, type Kind, listEntry, statusEntry } from './table/kind.ts';
import { loadRow, row, type Stored } from './table/row.ts';

export type CustomerItem = Stored & Customer;

export const CUSTOMER = /* @__PURE__ */ row<Customer>('customer', customerFields, {
  isErased: (item) => item['erasedAt'] !== undefined,
});

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
