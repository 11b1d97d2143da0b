// POST /iframe/{token}/3d/cancel: a buyer who has lost the bank's page begins again. The attempt is given up
// for good, so that a proof which still comes moves no money.
import { giveUpChallenge } from '#flows/three-d.ts';
import { isForeign, visitedPage } from '#flows/visit.ts';
import { page } from '#http/page.ts';

export const handler = page(async (visit) => {
  if (!isForeign(visit)) await giveUpChallenge(await visitedPage(visit), visit.now);
  return { kind: 'redirect', to: `/iframe/${visit.token}` };
});
