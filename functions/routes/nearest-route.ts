// What a caller of a wrong path or method probably means: the route at the same path in another case, or else
// the most similar one (api.md 2.3).
import type { Route } from './route.ts';

export type Address = Pick<Route, 'method' | 'path'>;

export const segmentsOf = (path: string): string[] => path.split('/').slice(1);
export const isParameter = (segment: string): boolean => segment.startsWith('{');

/** The routes of one path that equals the segments but for case; of two such paths, the more literal one. */
export function routesAt<Row extends Address>(segments: readonly string[], routes: readonly Row[]): Row[] {
  const found = routes.filter(({ path }) => isAt(segments, segmentsOf(path)));
  const parametersOf = ({ path }: Row) => segmentsOf(path).filter(isParameter).length;
  const [literal] = [...found].sort((one, other) => parametersOf(one) - parametersOf(other));
  return found.filter(({ path }) => path === literal?.path);
}

const isAt = (sent: readonly string[], known: readonly string[]) =>
  sent.length === known.length &&
  known.every((segment, at) => {
    const text = sent[at] ?? '';
    return isParameter(segment) ? text !== '' : text.toLowerCase() === segment.toLowerCase();
  });

/** Longer paths are not compared whole, so that no path costs much time. */
const [MOST_SEGMENTS, MOST_LETTERS] = [8, 40];

/** What other providers call our routes, where the letters lead elsewhere. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:GET .*\/customers?\/[^/]+\/(?:cards?|payment_methods)|GET \/api\/cards?|POST .*(?:\/capi\/list|cardstorage\/cards))$/i,
    'GET /api/card/query',
  ],
  [/^POST .*\/(?:capi|cards?)\/delete$/i, 'DELETE /api/card/{id}'],
  [/^GET .*\/customers?\/search$/i, 'GET /api/customer'],
  [/^DELETE \/api\/recurringpayments?\/[^/]+$/i, 'POST /api/RecurringPayment/{id}/cancel'],
  [
    /^POST .*\/(?:recurringpayment|subscription)s?\/[^/]+\/(?:resume|(?:re)?(?:activate|start))$/i,
    'POST /api/RecurringPayment/{id}/resume',
  ],
  [
    /^GET \/api\/recurringpayments?\/[^/]+\/(?:payment|charge|attempt)s?$/i,
    'GET /api/RecurringPayment/{id}/transactions',
  ],
  [/^GET .*\/subscriptions?$/i, 'GET /api/RecurringPayment'],
  [/^GET .*\/subscriptions?\/[^/]+$/i, 'GET /api/RecurringPayment/{id}'],
  [/^GET (?:\/api|\/v\d+)*\/(?:transaction|charge)s?$/i, 'GET /api/payment'],
  [/^POST (?!\/api\/).*bin[-/](?:check|detail)/i, 'GET /api/bin/{bin}'],
  [/^POST (?!\/api\/).*(?:installment|taksit)/i, 'GET /api/installment'],
  [
    /^(?:GET (?:\/api|\/v\d+)*\/charges?\/[^/]+|POST .*(?:payment|checkoutform|odeme)\/.*(?:detail|retrieve|inquiry|sorgu))$/i,
    'GET /api/payment/{paymentReferenceNumber}',
  ],
  [/^GET .*(?:dispute|charge-?back)/i, 'GET /api/order'],
  [/^GET (?:\/api|\/v\d+)*\/(?:balances?|payouts?|settlements)(?:\/.*)?$/i, 'GET /api/settlement'],
  [/^POST .*card-?update/i, 'POST /api/RecurringPayment/{id}/updatelink'],
  [
    /^(?:POST .*\/subscriptions?\/[^/]+\/cancel|DELETE .*\/subscriptions?\/[^/]+)$/i,
    'POST /api/RecurringPayment/{id}/cancel',
  ],
  [/^POST .*subscription/i, 'POST /api/RecurringPayment'],
  [/^POST .*(?:post-?auth|capture)/i, 'POST /api/payment/{paymentReferenceNumber}/capture'],
  [/^POST \/(?!api\/refund).*(?:refund|iade)/i, 'POST /api/Refund'],
  [/^POST \/(?!api\/).*(?:cancel|void)/i, 'POST /api/Refund/cancellations'],
  [
    /^(?:DELETE .*\/payments?(?:\/(?!hosted)[^/]+)?|POST \/api\/payments?\/(?!hosted)[^/]+\/(?:cancel|void))$/i,
    'POST /api/Refund/cancellations',
  ],
  [
    /^POST .*(?:setup_intent|payment_?method|card-?(?:storage|verify))/i,
    'POST /api/customer/{id}/addcardlink',
  ],
  [
    /^POST .*\/(?:hostedpages?|payment_?links?|sessions?)\/[^/]+\/(?:close|cancel|expire|deactivate)$/i,
    'DELETE /api/payment/hostedpage/{token}',
  ],
  [/^POST .*webhook_endpoint/i, 'POST /api/webhook'],
  [/^POST .*\/(?:event|webhook)s?\/[^/]+\/(?:resend|retry|redeliver)$/i, 'POST /api/webhook/{id}/replay'],
  [/^POST .*\/webhooks?\/[^/]+\/(?:rotate|roll)/i, 'POST /api/webhook/{id}/secret'],
  [/^DELETE .*\/(?:api-?)?keys?\/[^/]+$/i, 'POST /api/key/{id}/revoke'],
  // The buyer types a card on a page of this service, whatever the call was that took it elsewhere.
  [
    /^POST \/(?!api\/(?:re|payment(?!\/iyzi))).*(?:check-?out|payment_?[il]|card-?pay|token|auth|sale|charge|session|craft|odeme|3d|iyzi|\/(?:pay|orders?)$)/i,
    'POST /api/payment/hostedpage',
  ],
];

/** A call that takes a card number brings its caller into the scope of PCI: meant only by who writes `card`. */
const TAKES_CARD = /^P.+ \/api\/card(?:\/\{id\})?$/;
const IS_CARD = /^(?:\/api)?(?:\/v\d+)?\/cards?(?:\/[^/]*\d\d[^/]*)?$/i;

export function nearestRoute<Row extends Address>(
  method: string,
  segments: readonly string[],
  routes: readonly Row[],
): Row | undefined {
  const path = `/${segments.join('/').slice(0, 200)}`.replace(/^\/+(?:v\d+\/+)*(?=(?:api|cards?)\b)/i, '/');
  const called = `${method} ${path}`;
  // A route of ours at this path is meant itself.
  const isOurs = routesAt(segmentsOf(path), routes).some((row) => row.method === method);
  const [, meant] = (isOurs ? undefined : OTHER_WORDS.find(([words]) => words.test(called))) ?? [];
  const renamed = routes.find((row) => `${row.method} ${row.path}` === meant);
  if (renamed) return renamed;
  const sent = segments.slice(0, MOST_SEGMENTS);
  const costOf = (row: Row) =>
    methodCost(method, row.method) + editCost(sent, segmentsOf(row.path), SEGMENT_COSTS);
  const isCard = IS_CARD.test(path);
  const [nearest] = routes
    .filter((row) => isCard || !TAKES_CARD.test(`${row.method} ${row.path}`))
    .map((row) => ({ row, cost: costOf(row) }))
    .sort((one, other) => one.cost - other.cost);
  return nearest?.row;
}

const USUAL_METHODS: Readonly<Record<string, string>> = { PATCH: 'PUT', HEAD: 'GET' };

function methodCost(sent: string, known: string): number {
  const meant = USUAL_METHODS[sent] ?? sent;
  if (meant === known) return 0;
  // A verb weighs more than a segment: who reads does not want to write.
  return /^(?:POST|PUT)$/.test(meant) && /^(?:POST|PUT)$/.test(known) ? 2 : 6;
}

type Costs = {
  replace(sent: string, known: string): number;
  insert(known: string): number;
  remove(sent: string): number;
};

const LETTER_COSTS: Costs = {
  replace: (sent, known) => (sent === known ? 0 : 1),
  insert: () => 1,
  remove: () => 1,
};
/** An id contains digits, and is what callers forget most often. A whole segment is worth four letters. */
const SEGMENT_COSTS: Costs = {
  replace: (sent, known) => {
    if (isParameter(known)) return /\d/.test(sent) ? 0 : 3;
    return editCost(lettersOf(sent), lettersOf(known), LETTER_COSTS);
  },
  insert: (known) => (isParameter(known) ? 1 : 4),
  remove: (sent) => (sent === '' ? 0 : 4),
};

const lettersOf = (text: string) => [...text.slice(0, MOST_LETTERS).toLowerCase().replace(/[-_.]/g, '')];

/** The cheapest way to make `known` of `sent` (Wagner and Fischer's edit distance). */
function editCost(sent: readonly string[], known: readonly string[], costs: Costs): number {
  let row = [0];
  for (const other of known) row.push((row.at(-1) ?? 0) + costs.insert(other));
  for (const one of sent) {
    const next = [(row[0] ?? 0) + costs.remove(one)];
    for (const [at, other] of known.entries()) {
      const replaced = (row[at] ?? 0) + costs.replace(one, other);
      const removed = (row[at + 1] ?? 0) + costs.remove(one);
      next.push(Math.min(replaced, removed, (next[at] ?? 0) + costs.insert(other)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
