// GET /iframe/{token}: what a buyer sees, the form or what became of the payment.
import { reportVisit, showVisitedPage, visitedPage } from '#flows/visit.ts';
import { page } from '#http/page.ts';

export const handler = page(async (visit) => {
  const visited = await visitedPage(visit);
  reportVisit(visited, visit.now);
  return await showVisitedPage(visit, visited);
});
