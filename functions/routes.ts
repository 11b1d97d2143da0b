// The route table. A row gives an endpoint its Lambda, grants, alarm, API method, local route, OpenAPI
// operation and standing tests. The rows of a noun are in functions/routes/<noun>.ts.
import { BIN_ROUTES } from './routes/bin.ts';
import { CARD_ROUTES } from './routes/card.ts';
import { CARD_PAGE_ROUTES } from './routes/card-page.ts';
import { CUSTOMER_ROUTES } from './routes/customer.ts';
import { DESK_ROUTES as DESK_ROWS } from './routes/desk.ts';
import { EVENT_ROUTES } from './routes/event.ts';
import { HOSTED_PAGE_ROUTES } from './routes/hosted-page.ts';
import { INSTALLMENT_ROUTES } from './routes/installment.ts';
import { KEY_ROUTES } from './routes/key.ts';
import { PAYMENT_ROUTES } from './routes/payment.ts';
import { PERIOD_ROUTES } from './routes/period.ts';
import { RECURRING_PAYMENT_ROUTES } from './routes/recurring-payment.ts';
import { REFUND_ROUTES } from './routes/refund.ts';
import type { BackgroundFunction, Need, Route, RouteRow } from './routes/route.ts';
import { SETTLEMENT_ROUTES } from './routes/settlement.ts';
import { WEBHOOK_ROUTES } from './routes/webhook.ts';

export type { ApiObject, BackgroundFunction, Need, Route } from './routes/route.ts';

const PUBLIC_ROUTES: readonly RouteRow[] = [
  {
    method: 'POST',
    path: '/csp-report',
    file: 'hosted-page/report',
    audience: 'anyone',
    summary: 'Report a violation of a page’s policy',
    description: [
      'Browsers send here what the Content-Security-Policy of a page stopped.',
      'Every report is answered alike; those of our pages are counted.',
    ],
    needs: [],
    rows: [],
    impact: 'Scripts that the policy of the payment page blocks are not counted, and no alarm reports them.',
  },
  {
    method: 'GET',
    path: '/docs/{page}',
    otherPaths: ['/docs', '/llms.txt', '/.well-known/security.txt'],
    file: 'docs/page',
    audience: 'anyone',
    summary: 'Show a page of the reference site',
    description: [
      'Returns a page, or another file of the site: `NAME.en` and `NAME.tr`, as Markdown with `.md` behind.',
      'A name without a language leads to the page in that of the reader.',
      'At `/.well-known/security.txt` stands whom to tell of a problem of security.',
    ],
    needs: [],
    rows: [],
    impact: 'Developers cannot read the reference, nor what an error code means.',
  },
  {
    method: 'GET',
    path: '/docs/errors',
    file: 'docs/errors',
    audience: 'anyone',
    summary: 'Show the error codes',
    description: ['Leads to the page of errors in the language of the reader.'],
    needs: [],
    rows: [],
    impact: 'The `docUrl` of a refused call leads nowhere.',
  },
  {
    method: 'GET',
    path: '/openapi.json',
    otherPaths: ['/openapi.tr.json'],
    file: 'docs/openapi',
    audience: 'anyone',
    summary: 'Show the OpenAPI document',
    description: [
      'Returns the document of the merchants’ calls, with the address of this stage, for tools and clients.',
      'It is in English, and at `/openapi.tr.json` in Turkish.',
    ],
    needs: [],
    rows: [],
    impact: 'Tools and generators of clients cannot read the API’s document.',
  },
];

const ROWS: readonly RouteRow[] = [
  ...HOSTED_PAGE_ROUTES,
  ...PAYMENT_ROUTES,
  ...BIN_ROUTES,
  ...INSTALLMENT_ROUTES,
  ...CUSTOMER_ROUTES,
  ...CARD_ROUTES,
  ...CARD_PAGE_ROUTES,
  ...RECURRING_PAYMENT_ROUTES,
  ...PERIOD_ROUTES,
  ...REFUND_ROUTES,
  ...SETTLEMENT_ROUTES,
  ...EVENT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...KEY_ROUTES,
  ...PUBLIC_ROUTES,
];
const withAudience = (row: RouteRow): Route =>
  row.scope === undefined ? row : { ...row, audience: 'merchant' };
/** The calls of every stage. */
export const ROUTES: readonly Route[] = ROWS.map(withAudience);
/** Those of the console, for stages that have one. */
export const DESK_ROUTES: readonly Route[] = DESK_ROWS.map(withAudience);

/** All paths that lead to the function of a row. */
export const pathsOf = ({ path, otherPaths = [] }: Pick<Route, 'path' | 'otherPaths'>) => [
  path,
  ...otherPaths,
];

const SLOW: readonly Need[] = ['acquirer', 'webhook:send'];
/**
 * API Gateway waits 29 seconds at most, and a call to a bank or a merchant's server may take that long; every
 * other function needs less than ten.
 */
export const timeoutSecondsOf = (needs: readonly Need[]) =>
  needs.some((need) => SLOW.includes(need)) ? 29 : 10;

export const BACKGROUND_FUNCTIONS = {
  announce: {
    file: 'announce',
    needs: [
      'table:get',
      'table:get-many',
      'table:query',
      'table:put',
      'table:update',
      'index:list',
      'index:due',
      'merchant-key',
      'lease',
    ],
    rows: [
      'merchant',
      'merchant-name',
      'listed-api-key',
      'card',
      'due-charge',
      'event',
      'feed',
      'webhook',
      'delivery',
    ],
    readsOnly: ['card', 'webhook'],
    impact: 'Merchants are not told of charges to come, or of cards and API keys that end soon.',
    // Less than the hour until the next run.
    timeoutSeconds: 840,
  },
  authorizer: {
    file: 'authorizer',
    needs: ['table:get', 'table:get-many', 'digest', 'merchant-key'],
    rows: ['merchant', 'api-key'],
    impact: 'All calls of all merchants are refused.',
    timeoutSeconds: 5,
  },
  'unknown-route': {
    file: 'unknown-route',
    needs: [],
    rows: [],
    impact: 'Callers of a wrong path or method are not told the right one.',
    timeoutSeconds: 10,
  },
  'page-check': {
    file: 'page-check',
    needs: [],
    rows: [],
    impact: 'A payment page that differs from the released one is not detected.',
    timeoutSeconds: 30,
  },
  canary: {
    file: 'canary',
    needs: [],
    rows: [],
    impact: 'An outage that no request of a merchant or buyer meets is not detected.',
    timeoutSeconds: 60,
  },
  capture: {
    file: 'capture',
    needs: [
      'table:get',
      'table:get-many',
      'table:query',
      'table:put',
      'table:update',
      'index:lookup',
      'merchant-key',
      'lease',
    ],
    rows: [
      ...(['merchant', 'hosted-page', 'payment', 'card', 'card-tries', 'recurring-payment'] as const),
      ...(['payment-counts', 'event', 'feed', 'webhook', 'delivery', 'agreement'] as const),
      ...(['movement', 'settlement', 'bin-list', 'bin-ranges'] as const),
    ],
    readsOnly: ['hosted-page', 'payment', 'card', 'recurring-payment', 'webhook'],
    impact: 'Merchants are told of nothing that happens until it runs again; nothing is lost for a day.',
    timeoutSeconds: 60,
  },
  charge: {
    file: 'charge',
    needs: [
      'table:get',
      'table:get-many',
      'table:put',
      'table:update',
      'card:open',
      'acquirer',
      'schedule:plan',
    ],
    rows: [
      'merchant',
      'payment',
      'customer',
      'card',
      'card-tries',
      'recurring-payment',
      'merchant-hold',
      'bank',
    ],
    impact: 'Recurring payments are not charged on time; the sweep charges them up to eight minutes late.',
    timeoutSeconds: 240,
  },
  deliver: {
    file: 'deliver',
    needs: [
      'table:get',
      'table:get-many',
      'table:query',
      'table:put',
      'index:list',
      'index:second',
      'index:due',
      'webhook:send',
      'lease',
    ],
    rows: ['webhook', 'delivery', 'waiting-delivery', 'due-delivery', 'event'],
    impact: 'Merchants are told of nothing until it runs again; every event is kept and sent then.',
    timeoutSeconds: 120,
  },
  reconcile: {
    file: 'reconcile',
    needs: [
      'table:get',
      'table:get-many',
      'table:query',
      'table:put',
      'table:update',
      'index:list',
      'index:status',
      'index:due',
      'acquirer',
    ],
    rows: [
      ...(['merchant', 'merchant-name', 'payment', 'refund', 'refund-counts'] as const),
      ...(['hosted-page', 'listed-page', 'order', 'reconciliation', 'difference', 'bank'] as const),
      ...(['agreement', 'movement', 'settlement', 'bin-list', 'bin-ranges'] as const),
    ],
    impact: 'Money that a bank took or did not take, other than we say, is not found within a day.',
    // Less than the fifteen minutes until the next run.
    timeoutSeconds: 840,
  },
  sweep: {
    file: 'sweep',
    needs: [
      'table:get',
      'table:get-many',
      'table:put',
      'table:update',
      'index:list',
      'index:second',
      'index:due',
      'card:open',
      'acquirer',
      'schedule:plan',
    ],
    rows: [
      'merchant',
      'hosted-page',
      'order',
      'payment',
      'customer',
      'card',
      'card-tries',
      'recurring-payment',
      'refund',
      'refund-counts',
      'reconciliation',
      'merchant-hold',
      'address-decline',
      'range-decline',
      'bank',
      'due',
      'stage',
    ],
    impact: 'Payments whose outcome is unknown stay so: buyers wait, and merchants do not ship.',
    // Less than the five minutes until the next sweep.
    timeoutSeconds: 240,
  },
} satisfies Record<string, BackgroundFunction>;
