// GET /api/customer: a merchant's customers, newest first, by name, e-mail address, telephone number and
// activity (customers.md 1.4).
import { customerQuery } from '#contract/customer.ts';
import { showCustomer } from '#contract/customer-answer.ts';
import type { Customer } from '#domain/customer.ts';
import { defined } from '#domain/defined.ts';
import { MOST_NAMES_READ } from '#domain/limits.ts';
import { hasPart } from '#domain/text/turkish-fold.ts';
import { listRows } from '#http/listing.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { CUSTOMER } from '#store/customer.ts';
import { customersByActivity, customersByEmail, customersByPhone, listPartition } from '#store/table/keys.ts';

const LISTED = { tr: 'Müşteriler.', en: 'The customers.' };

export const handler = readEndpoint(
  { scope: 'customers:read', query: customerQuery },
  async ({ caller, query, now }) => {
    const { fullName, email, phone, isActive, limit, cursor } = query;
    const filters = { fullName, email, phone, isActive };
    const call = { caller, now, name: 'customer', filters, limit, cursor };
    const keeps = keepsOf(filters);
    const plan = { ...source(caller.merchantId, filters), read: CUSTOMER.find, most: MOST_NAMES_READ };
    const page = await listRows(call, { ...plan, ...defined({ keeps }) });
    const items = page.items.map(showCustomer);
    return { message: LISTED, data: { items, ...page.told } };
  },
);

type Filters = {
  fullName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  isActive?: boolean | undefined;
};

/** The index that matches the fewest rows. */
function source(merchantId: string, { email, phone, isActive }: Filters) {
  if (email !== undefined) {
    return { index: 'lookup' as const, partition: customersByEmail(merchantId, email) };
  }
  if (phone !== undefined) {
    return { index: 'second' as const, partition: customersByPhone(merchantId, phone) };
  }
  if (isActive !== undefined) {
    const partition = (month: string) => customersByActivity(merchantId, isActive, month);
    return { index: 'status' as const, partition };
  }
  const partition = (month: string) => listPartition(merchantId, 'CUSTOMER', month);
  return { index: 'list' as const, partition };
}

/** The filters that the index does not cover. A name is found by any part of it, in any case. */
function keepsOf({ fullName, email, phone, isActive }: Filters) {
  if (fullName === undefined && email === undefined && phone === undefined) return undefined;
  const isNamed = hasPart(fullName ?? '');
  return (customer: Customer) =>
    isNamed(customer.fullName) &&
    (phone === undefined || customer.phone === phone) &&
    (isActive === undefined || customer.isActive === isActive);
}
