// POST /iframe/{token}/3d: the bank sends the buyer's browser back with the issuer's answer. Answered with a
// page and never with a redirect: the policy of the bank's own page would hold the browser back.
import { type Entered, readEntered } from '#contract/payment-form.ts';
import { isOver } from '#domain/hosted-page.ts';
import { returnAddress } from '#flows/return-address.ts';
import { acceptReturn } from '#flows/three-d.ts';
import { paymentOf, showLeaving, showVisitedPage, visitedPage } from '#flows/visit.ts';
import { page, type Shown, type Visit } from '#http/page.ts';
import type { HostedPageItem } from '#store/hosted-page.ts';

export const handler = page(async (visit) => {
  const before = await visitedPage(visit);
  // The bank's own message came first, as mostly happens: the browser brings nothing more.
  if (isOver(before)) return await goOn(visit, before);
  const { echo, over } = await acceptReturn({
    page: before,
    body: visit.body(),
    ...(visit.address !== undefined && { payerAddress: visit.address }),
    worker: visit.requestId,
    now: visit.now,
  });
  const current = over ?? (await settledPage(visit));
  return await goOn(visit, current, echo === undefined ? undefined : readEntered(echo));
});

const LOOKS = 10;
const LOOK_MS = 200;

/** The bank's own message may be at work already; for a moment it is worth waiting for what it brings. */
async function settledPage(visit: Visit): Promise<HostedPageItem> {
  let current = await visitedPage(visit);
  for (let look = 0; look < LOOKS && current.state === 'Processing'; look += 1) {
    if ((await paymentOf(current))?.step !== 'Sale') break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    current = await visitedPage(visit);
  }
  return current;
}

async function goOn(visit: Visit, current: HostedPageItem, entered?: Entered): Promise<Shown> {
  const over = await returnAddress(current, visit.token, visit.now);
  if (over !== undefined) return showLeaving(visit, current, over);
  return await showVisitedPage(visit, current, { ...(entered && { entered }) });
}
