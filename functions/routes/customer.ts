// Customers: records of the persons to whom stored cards and recurring payments belong.
import type { Route } from './route.ts';

export const CUSTOMER_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/customer',
    file: 'customer/create',
    audience: 'merchant',
    summary: 'Create a customer',
    description: [
      'Creates the record to which the stored cards and recurring payments of a person belong.',
      'Every call creates a new customer: two customers may share an e-mail address.',
    ],
    needs: ['table:get', 'table:put'],
    rows: ['customer', 'idempotency'],
    impact: 'Merchants cannot create customers.',
  },
  {
    method: 'GET',
    path: '/api/customer',
    file: 'customer/list',
    audience: 'merchant',
    summary: 'List customers',
    description: [
      'Returns customers, newest first, filtered by e-mail address, phone number and activity.',
      'The whole e-mail address must match, upper and lower case alike. Erased customers are not listed.',
    ],
    needs: ['index:list', 'index:status', 'index:lookup', 'index:second'],
    rows: ['customer'],
    impact: 'Merchants cannot find their customers.',
  },
  {
    method: 'GET',
    path: '/api/customer/{id}',
    file: 'customer/show',
    audience: 'merchant',
    summary: 'Retrieve a customer',
    description: ['Returns a customer. An erased customer returns 404.'],
    needs: ['table:get'],
    rows: ['customer'],
    impact: 'Merchants cannot look up a customer.',
  },
  {
    method: 'PUT',
    path: '/api/customer/{id}',
    file: 'customer/update',
    audience: 'merchant',
    summary: 'Update a customer',
    description: [
      'Changes the fields that are sent and keeps the others. `phone: null` removes the phone number.',
      'An inactive customer gets no new recurring payment; existing ones pause at their next due date.',
    ],
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['customer', 'idempotency'],
    impact: 'Merchants cannot correct or deactivate a customer.',
  },
  {
    method: 'DELETE',
    path: '/api/customer/{id}',
    file: 'customer/delete',
    audience: 'merchant',
    summary: 'Delete a customer',
    description: [
      'Erases name, e-mail address and phone number for good. Payments and stored cards are kept.',
      'Cancel the customer’s recurring payments first: while one of them is live, the call is refused.',
    ],
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['customer', 'idempotency'],
    impact: 'Merchants cannot erase the data of customers who ask for it.',
  },
];
