// The submit of a form that asks for more time instead of paying: the deadline is extended and the form is
// shown again with the entered values.
import { readPaymentForm } from '#contract/payment-form.ts';
import { defined } from '#domain/defined.ts';
import { extendDeadline } from '#flows/payment/deadline-extension.ts';
import type { PageRequest } from '#http/page.ts';
import { type BuyerPage, isCrossSite, loadPage, type PageWork, type Purpose } from './buyer-page.ts';
import { renderPage } from './responses.ts';

/** `submit`: the work on a form that does not ask for more time. */
export const extendOr =
  <Page extends BuyerPage>(purpose: Purpose<Page>, submit: PageWork<Page>): PageWork<Page> =>
  async (request, page) => {
    if (request.form()['extend'] !== 'yes') return await submit(request, page);
    if (!isCrossSite(request)) await extendDeadline(page, request.now);
    return await renderPage(request, purpose, await loadPage(request, purpose.door), enteredIn(request));
  };

function enteredIn(request: PageRequest) {
  const form = request.form();
  const { savedCard } = form;
  const { entered } = readPaymentForm(form, '', [Number(form['installment'] ?? 1)]);
  return { entered: { ...entered, ...defined({ savedCard }) } };
}
