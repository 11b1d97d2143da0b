// The day's book of each virtual POS: what moved at the bank, what it keeps, and when it pays.
import type { RouteRow } from './route.ts';

export const SETTLEMENT_ROUTES: readonly RouteRow[] = [
  {
    method: 'GET',
    path: '/api/settlement',
    file: 'settlement/list',
    scope: 'settlements:read',
    summary: 'List the books of days',
    description: [
      'Returns one book for each bank’s day, virtual POS and currency, newest first: gross, commission, net, ' +
        'and what is paid when.',
      'A day ends at the bank’s close, not at midnight. An open day has its sums so far.',
      'Without a rate in your agreement with the bank the commission is null: it is never guessed.',
    ],
    returns: { status: 200, object: 'Settlement', isList: true, what: 'the books of the days' },
    rejections: ['CURSOR_INVALID'],
    needs: ['table:get', 'table:get-many', 'table:query', 'index:list'],
    rows: ['merchant', 'settlement', 'movement', 'agreement'],
    impact: 'Merchants cannot see what their banks settle.',
  },
  {
    method: 'GET',
    path: '/api/settlement/{id}/movements',
    file: 'settlement/movements',
    scope: 'settlements:read',
    summary: 'List the movements of a day',
    description: [
      'Returns each movement of money of the day, last first: sales, charges, voids, refunds, late sales and ' +
        'their way back, and adjustments.',
      'The amounts of what goes back are below zero. The sums of the movements are those of the day.',
    ],
    returns: { status: 200, object: 'Movement', isList: true, what: 'the movements of the day' },
    rejections: ['CURSOR_INVALID', 'SETTLEMENT_NOT_FOUND'],
    needs: ['table:get', 'table:query'],
    rows: ['settlement', 'movement', 'agreement'],
    impact: 'Merchants cannot see of what a settlement is made.',
  },
];
