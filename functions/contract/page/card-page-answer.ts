// Card pages in responses (hosted-page.md 11).
import { type CardPage, cardPageStateOf } from '#domain/card/card-page.ts';
import { frameOriginsOf } from '#domain/payment/frame-origins.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import type { PageAddress } from './hosted-page-answer.ts';

/** The page as GET /api/payment/hostedpage/{token} returns it. `errorCode` is that of the signed result. */
export const showCardPage = (page: CardPage, address: PageAddress, now: Date) => ({
  id: pageMark(page.tokenDigest),
  purpose: page.purpose,
  state: cardPageStateOf(page, now),
  customerId: page.customerId,
  recurringPaymentId: page.recurringPaymentId ?? null,
  attemptCount: page.attemptCount,
  cardStorageId: page.cardStorageId ?? null,
  errorCode: page.lastDecline ?? null,
  guard: page.guard ?? null,
  consentedAt: page.consentedAt ?? null,
  completedAt: cardPageStateOf(page, now) === 'Completed' ? (page.completedAt ?? null) : null,
  createdBy: page.createdBy ?? null,
  createdAt: page.createdAt,
  expiresAt: page.expiresAt,
  ...address,
  frameOrigins: frameOriginsOf(page),
});
