// GET /api/payment/hostedpage/{token}: the state of a hosted page and, once there is one, its payment.
import { showHostedPage } from '#contract/hosted-page.ts';
import { showPayment } from '#contract/payment.ts';
import { isHostedPageToken } from '#domain/id.ts';
import { tokenDigest } from '#domain/payment/hosted-page.ts';
import { Rejection } from '#domain/rejection.ts';
import { loadPageOfOrder } from '#flows/payment/page-of-order.ts';
import { endpoint } from '#http/endpoint.ts';
import { setting } from '#setting.ts';
import { loadPayment } from '#store/payment/payment.ts';

const SHOWN = { tr: 'Ödeme sayfası.', en: 'The hosted page.' };

export const handler = endpoint({ scope: 'read' }, async ({ caller, path, now }) => {
  const token = path['token'] ?? '';
  const page = isHostedPageToken(token) ? await loadPageOfOrder(tokenDigest(token), now) : undefined;
  if (page?.merchantId !== caller.merchantId) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  const reference = page.paymentReferenceNumber;
  const payment = reference === undefined ? undefined : await loadPayment(caller.merchantId, reference);
  return {
    says: SHOWN,
    data: {
      ...showHostedPage(page, token, setting('PAY_URL'), now),
      payment: payment ? showPayment(payment, now) : null,
    },
  };
});
