// A buyer extends the deadline of a page that is open. One conditional write, so that an extension cannot
// revive a page that expired, was closed, superseded or paid meanwhile.
import { extendedDeadline } from '#domain/payment/deadline.ts';
import { writeHostedPageExtension } from '#store/page-deadline.ts';
import { commit } from '#store/table/commit.ts';

type Extendable = { tokenDigest: string; createdAt: string; expiresAt: string };

export async function extendDeadline(page: Extendable, now: Date): Promise<void> {
  const until = extendedDeadline(page, now);
  // A conflict is ignored: the page that is shown next has the current state.
  if (until !== undefined) await commit([writeHostedPageExtension(page.tokenDigest, until, now)]);
}
