// The shape of a row of the route table. A function is permitted only the `needs` of its row, and touches
// only the kinds of rows of the table that its row names.
import type { RejectionCode } from '#domain/rejection-table.ts';
import type { CallScope, Scope } from '#domain/scope.ts';
import type { RowKind } from '#store/kinds.ts';

export type Need =
  /** Reads one row, or up to a hundred at once. */
  | 'table:get'
  | 'table:get-many'
  /** Reads the rows below an entity. */
  | 'table:query'
  | 'table:put'
  | 'table:update'
  /** Reads an index. */
  | `index:${'list' | 'status' | 'lookup' | 'second' | 'due'}`
  /** Encrypts a card and computes its fingerprint. */
  | 'card:seal'
  /** Encrypts a newer expiry beside a card, without needing to decrypt the card. */
  | 'card:renew'
  /** Decrypts a card number. */
  | 'card:open'
  /** Decrypts the merchant's signing secret. */
  | 'sign'
  /** Decrypts a merchant's virtual POS settings, reads the lease, and calls the bank. */
  | 'acquirer'
  /** Reads the lease before something is sent that is not to a bank. */
  | 'lease'
  /** Encrypts the secret of a webhook. */
  | 'webhook:seal'
  /** Decrypts the secrets of webhooks and posts to merchants' servers. */
  | 'webhook:send'
  /** Computes the keyed digests by which API keys are found. */
  | 'digest'
  /** Derives the merchant's own key. */
  | 'merchant-key'
  /** Creates or deletes one-time schedules. */
  | 'schedule:plan'
  | 'schedule:drop';

/** The objects of the API. lib/openapi describes them, and generated clients name their types after them. */
export type ApiObject =
  | 'CreatedHostedPage'
  | 'HostedPage'
  | 'CardPage'
  | 'ListedHostedPage'
  | 'ClosedHostedPage'
  | 'HostedPageQr'
  | 'Payment'
  | 'PaymentStatistics'
  | 'OrderStory'
  | 'Bin'
  | 'InstallmentOffers'
  | 'InstallmentTable'
  | 'Customer'
  | 'Card'
  | 'RecurringPayment'
  | 'ChargesToCome'
  | 'PausePreview'
  | 'ChargeAttempt'
  | 'Period'
  | 'Refund'
  | 'RefundPreview'
  | 'RefundStatistics'
  | 'Settlement'
  | 'Movement'
  | 'CustomerExport'
  | 'Event'
  | 'CardTesting'
  | 'Webhook'
  | 'CreatedWebhook'
  | 'WebhookTest'
  | 'Replay'
  | 'Delivery'
  | 'ApiKey'
  | 'CreatedApiKey'
  | 'RevokedApiKey'
  | 'Me'
  | 'Deleted';

/** The response to a successful call. */
export type ResponseShape = {
  status: 200 | 201 | 202;
  object: ApiObject;
  /** The other object that the call may return. */
  orObject?: ApiObject;
  /** The object of the answer to a body with `preview: true`, with status 200. */
  preview?: ApiObject;
  /** A page of objects, newest first. */
  isList?: true;
  /** The status is 202 if the bank's answer is not known yet. */
  mayBePending?: true;
  /** Completes the sentence "Returns ...". */
  what: string;
};

/** The row of a merchant's call names the scope, and that of any other call its audience. */
export type RouteRow = MerchantRoute | PublicRoute;
export type Route = (MerchantRoute & { audience: 'merchant' }) | PublicRoute;

/** A merchant sends X-Api-Key: the key must have the scope. */
type MerchantRoute = RouteCall & {
  scope: CallScope;
  /** A key with this scope alone is answered what it made itself. */
  ownScope?: Scope;
};
/**
 * A buyer has the token in the path, and anyone may read the documentation. `desk`: people at the console, on
 * an origin of its own.
 */
type PublicRoute = RouteCall & { audience: 'buyer' | 'anyone' | 'desk'; scope?: never; ownScope?: never };

type RouteCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  /** Other paths of the call: a shorter one, or of another language. */
  otherPaths?: readonly `/${string}`[];
  /** The handler's file below functions/endpoints, without `.ts`. */
  file: string;
  /** The effect of the call, as an imperative without a full stop: "Store a card". */
  summary: string;
  /** Facts for callers, one sentence each: effect, use, states, limits. */
  description: readonly string[];
  /** Absent if the endpoint returns a page of HTML. */
  returns?: ResponseShape;
  /** The refusals of this endpoint, in addition to those that every merchant's call can get. */
  rejections?: readonly RejectionCode[];
  /** A decline of the bank refuses the call with its group as the code. */
  declines?: true;
  needs: readonly Need[];
  /** The kinds of rows that the function may touch, in the table and in its indexes. */
  rows: readonly RowKind[];
  /** Those of `rows` that the function reads and never writes. */
  readsOnly?: readonly RowKind[];
  /** The loss for users while the function fails: the text of its alarm. */
  impact: string;
};

/** A function without a route: invoked by API Gateway itself or by EventBridge Scheduler. */
export type BackgroundFunction = Pick<Route, 'file' | 'needs' | 'rows' | 'readsOnly' | 'impact'> & {
  timeoutSeconds: number;
};
