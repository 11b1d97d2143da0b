// GET /iframe/{token}: what a buyer sees, the form or what became of the payment.
import { showVisitedPage, visitedPage } from '#flows/visit.ts';
import { page } from '#http/page.ts';

export const handler = page(async (visit) => await showVisitedPage(visit, await visitedPage(visit)));
