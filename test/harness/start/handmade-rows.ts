// Test files that write rows directly which the service would not write: of merchants that do not exist, of
// another version, or changed without a new version. The standing check of events skips these objects, and
// fails if there are none: then the entry is not needed any more.

/** File names below `test/`, without `.test.ts`, with the reason. */
export const HANDMADE: Readonly<Record<string, string>> = {
  'background/announce/upcoming': 'plans of a newer version are not announced',
  'background/authorizer': 'keys with ids of the test, one of the previous version',
  'background/reconcile': 'payments are changed behind the bank’s back, so that books differ',
  'background/reconcile.crashes': 'a payment is changed behind the bank’s back, so that books differ',
  'endpoints/hosted-page/card-page/changed-sale': 'the amount of a period that has begun is changed',
  'endpoints/hosted-page/save-card/known': 'a card of the previous version',
  'endpoints/hosted-page/save-card/mandate': 'cards of the previous version',
  'endpoints/hosted-page/save-card/races': 'a card of the previous version',
  'endpoints/refund/four-eyes': 'a refund of the previous version names no key',
  'flows/refund/refund-limit': 'payments of which hundreds of refunds were sent',
  'http/conflict': 'a refund of the shortest form meets conflicts',
  'journeys/test-and-live': 'keys with ids of the test',
  'lib/cloud/permissions/least-privilege': 'a refund and a payment of the previous version name no customer',
  'store/invariants': 'rows are made to contradict themselves',
  'store/newer-rows': 'rows of a newer version',
  'store/payment/hosted-page': 'pages without a merchant',
  'store/payment/payment': 'payments without a merchant',
  'store/payment/payment-balance': 'payments without a merchant',
  'store/recorded/recorded-rows': 'rows that earlier versions have recorded',
  'store/rows': 'rows of every form, also those that do not fit',
};
