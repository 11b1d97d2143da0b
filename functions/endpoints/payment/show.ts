// GET /api/payment/{paymentReferenceNumber}: one payment, with the amount that can still be refunded.
import { showPayment } from '#contract/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { isOwn } from '#http/caller.ts';
import { notesOf } from '#http/payment-note.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { besideRoute } from '#http/unknown-route.ts';
import { loadPayment } from '#store/payment/payment.ts';

const SHOWN = { tr: 'Ödeme.', en: 'The payment.' };

export const handler = besideRoute(
  ['/api/payment/hostedpage', '/api/payment/statistics'],
  readEndpoint({ scope: 'payments:read', ownScope: 'payments' }, async ({ caller, ownKeys, path, now }) => {
    const payment = await loadPayment(caller.merchantId, path['paymentReferenceNumber'] ?? '');
    if (payment === undefined || !isOwn(ownKeys, payment)) throw new Rejection('PAYMENT_NOT_FOUND');
    const noteOf = await notesOf([payment]);
    return { message: SHOWN, data: showPayment(payment, now, noteOf(payment)) };
  }),
);
