// The times in the row of a page, also of a card page: its deadline, moved by one conditional write, and the
// end of the row. The time-to-live removes the row; the clock decides from when on it is not found. A payment
// whose outcome is not known needs its page, so its claim takes the end away and its outcome sets a new one.

import type { Deadline } from '#domain/payment/deadline.ts';
import type { PageName } from '#domain/payment/page-token.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { isCanary, setting } from '#setting.ts';
import type { Write } from './table/commit.ts';
import { hostedPageKey, pageKey, TABLE_SHAPE } from './table/keys.ts';
import { endsAt } from './table/row.ts';
import { getItem, type Item } from './table/table.ts';

const { timeToLive } = TABLE_SHAPE;

/** A row outlives its page, whatever the stage keeps, so that an end can be read of any page. */
const KEPT_AFTER_END_MS = 30 * DAY_MS;

/** The end of the row of a page that is created, or has an outcome, at `at`. The canary's have their own. */
export function pageEnd(
  { merchantId, expiresAt }: { merchantId: string; expiresAt: string },
  at: Date,
): { [timeToLive]?: number } {
  if (isCanary(merchantId)) return {};
  const end = new Date(at);
  end.setUTCMonth(end.getUTCMonth() + Number(setting('PAGES_KEPT_MONTHS')));
  const endMs = Math.max(end.getTime(), Date.parse(expiresAt) + KEPT_AFTER_END_MS);
  return endsAt(endMs);
}

export const endOfPage = (merchantId: string) => (isCanary(merchantId) ? [] : [timeToLive]);

/** Undefined from the end of the row on; DynamoDB removes it up to some days later. */
export const keptPage = (item: Item | undefined, now: Date): Item | undefined =>
  Number(item?.[timeToLive] ?? Number.POSITIVE_INFINITY) * 1000 > now.getTime() ? item : undefined;

/** The row of a page, of either kind; undefined if there is none, or if the token is not the page's. */
export async function findPage({ id, byToken }: PageName, now: Date): Promise<Item | undefined> {
  const item = keptPage(await getItem(pageKey(id)), now);
  return byToken && item?.['tokenDigest'] !== byToken.digest ? undefined : item;
}

/** A conflict unless the page is open at this moment, with the deadline that was read. */
export const writeHostedPageExtension = (
  { tokenDigest, expiresAt: before, firstExpiresAt = before }: Deadline & { tokenDigest: string },
  expiresAt: string,
  now: Date,
): Write => ({
  what: 'hosted-page',
  kind: 'update',
  key: hostedPageKey(tokenDigest),
  set: { expiresAt, firstExpiresAt },
  condition: {
    expression: `#state = :open AND #expiresAt > :now AND #expiresAt = :before
      AND attribute_not_exists(#supersededAt)`,
    values: { ':open': 'Open', ':now': now.toISOString(), ':before': before },
  },
});
