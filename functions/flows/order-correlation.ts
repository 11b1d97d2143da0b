// Every line about an order names it, so that one query finds them all, over its pages, attempts and refunds
// (observability.md 1.2).
import { orderDigest } from '#domain/payment/hosted-page.ts';
import { correlateWith } from '#telemetry/request-context.ts';

type OfOrder = { merchantId: string; orderNumber: string; correlationId?: string };

/** The rest of this invocation is about this order: that of a page, payment or refund. */
export const correlateWithOrder = (of: OfOrder): void => correlateWith(of.correlationId, orderDigest(of));
