// What the form of a page told once, when its buyer left without having sent it. The row makes it count once,
// and lets a first submit that comes later take it back.
import type { LeftPage } from '#domain/payment/funnel.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { flag, optional, text } from '#domain/shape.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { create, type Write } from '../table/commit.ts';
import { hostedPageKey, type Key } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { endsAt, loadRow, newItem, row } from '../table/row.ts';
import { writeLeftPage } from './payment-statistics.ts';

const PAGE_BEACON = /* @__PURE__ */ row<LeftPage>('page-beacon', () => ({
  day: text,
  hasKey: optional(flag),
}));

const keyOf = (tokenDigest: string): Key => ({ ...hostedPageKey(tokenDigest), sk: 'BEACON' });

export const pageBeaconKind = () =>
  ({
    keys: [keyOf('{id}')],
    readBy: 'beacon, capture',
    events: 'nothing: it is counted',
    read: PAGE_BEACON.find,
  }) satisfies Kind;

export const loadPageBeacon = (tokenDigest: string) => loadRow(PAGE_BEACON, keyOf(tokenDigest));

/** Longer than a page is open and a first submit can have an unknown outcome. */
const KEPT_MS = 7 * DAY_MS;

/** A conflict if the page was counted before. */
export function writePageBeacon(page: HostedPage, left: LeftPage): Write[] {
  const attributes = { ...PAGE_BEACON.attributes(left), ...endsAt(Date.parse(page.expiresAt) + KEPT_MS) };
  return [create('page-beacon', newItem(keyOf(page.tokenDigest), attributes)), writeLeftPage(page, left)];
}
