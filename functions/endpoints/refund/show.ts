// GET /api/Refund/{id}: one refund.
import { showNamedRefund } from '#contract/refund-answer.ts';
import { Rejection } from '#domain/rejection.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { besideRoute } from '#http/unknown-route.ts';
import { loadHolderNames } from '#store/merchant/person.ts';
import { loadRefund } from '#store/refund/refund.ts';

const SHOWN = { tr: 'İade.', en: 'The refund.' };

export const handler = besideRoute(
  ['/api/Refund/statistics'],
  readEndpoint({ scope: 'refunds:read' }, async ({ caller, path, now }) => {
    const { merchantId } = caller;
    const [stored, names] = await Promise.all([
      loadRefund(merchantId, path['id'] ?? ''),
      loadHolderNames(merchantId),
    ]);
    if (stored === undefined) throw new Rejection('REFUND_NOT_FOUND');
    return { message: SHOWN, data: showNamedRefund(stored.refund, names, now) };
  }),
);
