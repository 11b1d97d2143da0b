// Installments: what a merchant sells, and what an order is offered.
import type { RouteRow } from './route.ts';

export const INSTALLMENT_ROUTES: readonly RouteRow[] = [
  {
    method: 'GET',
    path: '/api/installment',
    file: 'installment/offers',
    scope: 'payments',
    summary: 'Show the installments of an order',
    description: [
      'Returns each count by card family, or for one card: monthly amount, total, surcharge, its bearer.',
      '`missing` tells why a count is not offered, with the rule and the day of a legal limit.',
      'Send at most the first eight digits of the card, or `cardStorageId` for a stored one.',
      '`category` is what the order is of.',
    ],
    returns: { status: 200, object: 'InstallmentOffers', what: 'the installments' },
    rejections: ['CARD_NOT_FOUND'],
    needs: ['table:get', 'table:get-many'],
    rows: ['merchant', 'card', 'installment-table', 'installment-caps', 'bin-list', 'bin-ranges'],
    impact: 'Shops cannot show installments beside their prices; the payment page shows them still.',
  },
  {
    method: 'GET',
    path: '/api/installment/table',
    file: 'installment/table-show',
    scope: 'payments',
    summary: 'Retrieve the installment table',
    description: [
      'Returns what the merchant sells in installments at its current virtual POS, by family and count.',
      'Without rows, the counts of the merchant’s settings hold.',
    ],
    returns: { status: 200, object: 'InstallmentTable', what: 'the table' },
    rejections: [],
    needs: ['table:get-many'],
    rows: ['merchant', 'installment-table'],
    impact: 'Merchants cannot read their installment table.',
  },
  {
    method: 'PUT',
    path: '/api/installment/table',
    file: 'installment/table-replace',
    scope: 'settings',
    summary: 'Replace the installment table',
    description: [
      'Replaces the whole table of the current virtual POS, for payments from then on: rows that are not' +
        ' sent are gone.',
      'With `preview: true` nothing is changed. A family that public data does not give the bank needs' +
        ' `confirmed: true`.',
      'A buyer bears a rate on top of the amount; the default `merchant` bears it out of its money.',
    ],
    returns: { status: 200, object: 'InstallmentTable', what: 'the table' },
    rejections: ['CONCURRENT_UPDATE', 'INSTALLMENT_FAMILY_UNCONFIRMED'],
    needs: ['table:get', 'table:get-many', 'table:put', 'table:update'],
    rows: ['merchant', 'installment-table', 'idempotency'],
    impact: 'Merchants cannot change their installment table.',
  },
];
