// Test files that write rows themselves which the service would not write: of merchants that do not exist, of
// another version, or changed past their version. The standing check of events leaves out these objects, and
// fails if there are none: then the entry is not needed any more.

/** Below `test/`, without `.test.ts`. */
export const HANDMADE: Readonly<Record<string, string>> = {
  'background/announce/upcoming': 'plans of a newer version are left alone',
  'background/reconcile': 'payments are changed behind the bank’s back, so that books differ',
  'background/reconcile.crashes': 'a payment is changed behind the bank’s back, so that books differ',
  'endpoints/hosted-page/save-card/known': 'a card of the version before',
  'endpoints/hosted-page/save-card/races': 'a card of the version before',
  'endpoints/refund/four-eyes': 'a refund of the version before names no key',
  'http/conflict': 'a refund of the shortest form meets conflicts',
  'journeys/merchant/export': 'refunds of the version before name no customer',
  'lib/cloud/permissions/least-privilege': 'a refund and a payment of the version before name no customer',
  'store/newer-rows': 'rows of a newer version',
  'store/payment/hosted-page': 'pages without a merchant',
  'store/payment/payment': 'payments without a merchant',
  'store/payment/payment-balance': 'payments without a merchant',
  'store/recorded/recorded-rows': 'rows that earlier versions have recorded',
  'store/rows': 'rows of every form, also those that do not fit',
};
