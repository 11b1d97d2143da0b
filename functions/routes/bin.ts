// What the first digits of a card tell, before a payment.
import type { RouteRow } from './route.ts';

export const BIN_ROUTES: readonly RouteRow[] = [
  {
    method: 'GET',
    path: '/api/bin/{bin}',
    file: 'bin/show',
    scope: 'payments',
    summary: 'Show what the first digits of a card tell',
    description: [
      'Returns bank, type, association and card family by the first six or eight digits of a card.',
      'Send eight: six digits can belong to different cards, and what differs between them is null.',
      'What the list of card ranges does not know is null too, never a guess. Never send a card number.',
    ],
    returns: { status: 200, object: 'Bin', what: 'what the digits tell' },
    rejections: [],
    needs: ['table:get-many'],
    rows: ['bin-list', 'bin-ranges'],
    impact: 'Merchants cannot look up which bank and family a card is of.',
  },
];
