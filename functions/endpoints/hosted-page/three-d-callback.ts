// POST /iframe/{token}/3d/callback: the bank's server says what the buyer's browser may never bring back. It
// wants one word for an answer, whatever we make of the message.
import { acceptReturn } from '#flows/three-d.ts';
import { visitedPage } from '#flows/visit.ts';
import { page } from '#http/page.ts';

export const handler = page(async (visit) => {
  await acceptReturn({
    page: await visitedPage(visit),
    body: visit.body(),
    worker: visit.requestId,
    now: visit.now,
  });
  return { kind: 'text', text: 'Approved' };
});
