// POST /iframe/{token}/3d/cancel: a buyer who has lost the bank's page begins again. The attempt is given up
// for good, so that a proof which still comes moves no money.
import { giveUpChallenge } from '#flows/payment-settlement.ts';
import { isForeign, paymentOf, visitedPage } from '#flows/visit.ts';
import { page } from '#http/page.ts';

export const handler = page(async (visit) => {
  if (!isForeign(visit)) {
    const current = await visitedPage(visit);
    const payment = await paymentOf(current);
    if (payment !== undefined) await giveUpChallenge({ payment, page: current }, visit.now);
  }
  return { kind: 'redirect', to: visit.pageUrl() };
});
