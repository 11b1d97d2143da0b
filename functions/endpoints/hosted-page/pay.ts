// POST /iframe/{token}: the buyer's card goes to the bank, once per form that was shown.
import { randomBytes } from 'node:crypto';
import { type Entered, readPaymentForm } from '#contract/payment-form.ts';
import { localDay } from '#domain/business-day.ts';
import { stateOf } from '#domain/hosted-page.ts';
import { makePaymentReference } from '#domain/id.ts';
import { payHostedPage } from '#flows/payment.ts';
import { returnAddress } from '#flows/return-address.ts';
import { formNonceOf, showVisitedPage, visitedPage } from '#flows/visit.ts';
import { page, type Shown, type Visit } from '#http/page.ts';
import { setting } from '#setting.ts';
import type { HostedPageItem } from '#store/hosted-page.ts';

export const handler = page(async (visit) => {
  const before = await visitedPage(visit);
  const form = visit.form();
  const isStale = form['formNonce'] !== formNonceOf(before, visit.token);
  // A form that was sent already, or from elsewhere, moves no money: the buyer sees how things stand.
  if (stateOf(before, visit.now) !== 'Open' || isStale || isForeign(visit)) return await goOn(visit, before);

  const month = localDay(visit.now.getTime(), before.timeZone).slice(0, 7);
  const reading = readPaymentForm(form, month, before.installment);
  if (reading.kind === 'incomplete') return refused(await showVisitedPage(visit, before, reading));

  await payHostedPage({
    page: before,
    card: reading.card,
    cvv: reading.cvv,
    ...(visit.address !== undefined && { payerAddress: visit.address }),
    paymentReferenceNumber: makePaymentReference(visit.now.getTime(), randomBytes),
    now: visit.now,
  });
  return await goOn(visit, await visitedPage(visit), reading.entered);
});

/**
 * Our own pages send no referrer, and with it browsers send `Origin: null`; any other origin that is not the
 * page's own is somebody else's form.
 */
function isForeign({ origin }: Visit): boolean {
  return origin !== undefined && origin !== 'null' && origin !== new URL(setting('PAY_URL')).origin;
}

/** Over: to the shop. Not known yet: to the waiting page, by GET, so that a reload sends no form again. */
async function goOn(visit: Visit, current: HostedPageItem, entered?: Entered): Promise<Shown> {
  const over = await returnAddress(current, visit.token, visit.now);
  if (over !== undefined) return { kind: 'redirect', to: over };
  if (current.state === 'Processing') return { kind: 'redirect', to: `/iframe/${visit.token}` };
  return refused(await showVisitedPage(visit, current, { ...(entered && { entered }) }));
}

/** The form again: this submit did not pay. */
const refused = (shown: Shown): Shown =>
  shown.kind === 'page' && shown.status === 200 ? { ...shown, status: 422 } : shown;
