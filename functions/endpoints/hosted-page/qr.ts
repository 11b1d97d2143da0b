// GET /api/payment/hostedpage/{token}/qr: the address of a page and its QR code, also of a payment link that is
// named by its id (hosted-page.md 14.6).
import { canBePaid, stateOf } from '#domain/payment/hosted-page.ts';
import { readPageName } from '#domain/payment/page-token.ts';
import { qrCode, qrSvg } from '#domain/qr-code.ts';
import { Rejection } from '#domain/rejection.ts';
import { isOwn, ownSalesOf } from '#http/caller.ts';
import { invalidFields } from '#http/failure.ts';
import { hostedPageUrl } from '#http/hosted-page-url.ts';
import { openToken } from '#http/idempotency/answer-seal.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { findPage } from '#store/page-deadline.ts';
import { HOSTED_PAGE } from '#store/payment/hosted-page.ts';

const SHOWN = { tr: 'Ödeme sayfasının karekodu.', en: 'The QR code of the hosted page.' };
const LINKS_BY_ID = {
  tr: 'bir günden kısa ömürlü sayfanın karekodu için adrese `id` yerine `token` yazın',
  en: 'for the QR code of a page that lives for a day at most, write its `token` in place of its `id`',
};

/** The address lets everybody pay: the key has made the page, or could have made it and may read it. */
export const handler = readEndpoint({ scope: 'payments' }, async ({ caller, path, now }) => {
  const named = readPageName(path['token'] ?? '');
  const page = HOSTED_PAGE.find(named && (await findPage(named, now)));
  if (named === undefined || page?.merchantId !== caller.merchantId || !isOwn(ownSalesOf(caller), page)) {
    throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  }
  if (!canBePaid(page, now)) throw new Rejection('HOSTED_PAGE_NOT_OPEN', { state: stateOf(page, now) });
  const { id, byToken } = named;
  const { sealedToken } = page;
  const token = byToken?.token ?? (sealedToken && openToken(sealedToken, caller.digestKey, page.tokenDigest));
  if (token === undefined) {
    throw invalidFields([{ field: 'token', code: 'NOT_APPLICABLE', hint: { purpose: LINKS_BY_ID } }]);
  }
  const address = hostedPageUrl(token);
  return { message: SHOWN, data: { id, hostedPageUrl: address, svg: qrSvg(qrCode(address)) } };
});
