// The submit of a form that asks for more time instead of paying: the deadline is extended and the form is
// shown again with the entered values.
import { readPaymentForm } from '#contract/payment-form.ts';
import { defined } from '#domain/defined.ts';
import { extendDeadline } from '#flows/payment/deadline-extension.ts';
import type { PageRequest } from '#http/page.ts';
import { isCrossSite } from './checkout-page.ts';

export const asksForTime = (form: Record<string, string>): boolean => form['extend'] === 'yes';

/** Extends the deadline and returns the entered values. The caller must read the page again. */
export async function extend(request: PageRequest, page: Parameters<typeof extendDeadline>[0]) {
  if (!isCrossSite(request)) await extendDeadline(page, request.now);
  const form = request.form();
  const { savedCard } = form;
  const { entered } = readPaymentForm(form, '', [Number(form['installment'] ?? 1)]);
  return { entered: { ...entered, ...defined({ savedCard }) } };
}
