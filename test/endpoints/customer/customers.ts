// Customers of a merchant for tests, created through the API.
import type { ApiRequest, Harness } from '../../harness/harness.ts';

export type CustomerView = {
  id: string;
  fullName: string;
  email: string;
  phone: string | null;
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
};
export type CustomerPage = { items: CustomerView[]; nextCursor: string | null };

export const CUSTOMER_FIELDS = [
  'id',
  'fullName',
  'email',
  'phone',
  'isActive',
  'metadata',
  'createdBy',
  'createdAt',
  'changedBy',
  'updatedAt',
];

let customers = 0;
/** A request body with a new email address. */
export const customerBody = (more: Record<string, unknown> = {}) => {
  customers += 1;
  return { fullName: 'Ayşe Yılmaz', email: `ayse${customers}@example.com`, ...more };
};

export const customersOf = ({ api }: Harness) => ({
  async create(more: Record<string, unknown> = {}, request: ApiRequest = {}): Promise<CustomerView> {
    const created = await api<CustomerView>('POST', '/api/customer', {
      body: customerBody(more),
      ...request,
    });
    if (created.status !== 201) throw new Error(`No customer was created: ${created.text}`);
    return created.json.data;
  },
  async list(query: Record<string, string> = {}, request: ApiRequest = {}): Promise<CustomerPage> {
    const listed = await api<CustomerPage>('GET', `/api/customer?${new URLSearchParams(query)}`, request);
    if (listed.status !== 200) throw new Error(`The list failed: ${listed.text}`);
    return listed.json.data;
  },
});
