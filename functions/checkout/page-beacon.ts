// A form tells once that its buyer has left it without having sent it (hosted-page.md 13). Whoever knows the
// page can tell it; of a page, the first one counts.
import { isBeaconDue, type LeftPage } from '#domain/payment/funnel.ts';
import { stateOf } from '#domain/payment/hosted-page.ts';
import { localDay } from '#domain/time/business-day.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { loadPageBeacon, writePageBeacon } from '#store/payment/page-beacon.ts';
import { commit } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { isCrossSite } from './buyer-page.ts';

export const isBeacon = (form: Record<string, string>) => form['left'] !== undefined;

/** Browsers send beacons without waiting for the answer, so every one is answered alike. */
export async function noteLeft(request: PageRequest, page: HostedPageItem): Promise<PageResponse> {
  const { now } = request;
  const counts = stateOf(page, now) === 'Open' && isBeaconDue(page) && !isCrossSite(request);
  // The read spares the write of a beacon that is sent again, and again.
  if (counts && (await loadPageBeacon(page.tokenDigest)) === undefined) {
    const left: LeftPage = {
      day: localDay(now.getTime()),
      ...(request.form()['left'] === 'firstKey' && { hasKey: true }),
    };
    await commitWithRetry(() => commit(writePageBeacon(page, left)));
  }
  return { kind: 'text', text: '' };
}
