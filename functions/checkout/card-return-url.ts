// The shop's URL for a buyer who leaves a card page. It contains the page's result, signed like that of a
// payment.
import { randomBytes } from 'node:crypto';
import type { CardPage } from '#domain/card/card-page.ts';
import { cardPageResult, cardReturnOf } from '#domain/card/card-page-result.ts';
import { makeUuid } from '#domain/id.ts';
import { signResult } from '#domain/payment/payment-result.ts';
import { returnUrl } from '#domain/payment/return-url.ts';
import { setting } from '#setting.ts';
import { signingSecretOf } from './return-url.ts';

/** Undefined while the outcome of a charge is not known, and if the merchant gave no address. */
export async function cardShopReturnUrl(page: CardPage, now: Date): Promise<string | undefined> {
  const leaving = cardReturnOf(page, now);
  if (leaving === undefined) return undefined;
  const issued = { by: setting('PAY_URL'), id: makeUuid(now.getTime(), randomBytes), now };
  const result = cardPageResult(page, leaving.status, issued);
  return returnUrl(leaving.address, signResult(result, await signingSecretOf(page.merchantId)));
}
