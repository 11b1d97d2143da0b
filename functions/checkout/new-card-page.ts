// A new page on which a card is given.
import type { Answer, Sentence } from '#contract/answer.ts';
import type { CardLinkBody } from '#contract/page/card-page.ts';
import { showNewPage } from '#contract/page/hosted-page-answer.ts';
import type { CardPage } from '#domain/card/card-page.ts';
import { defined } from '#domain/defined.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Call } from '#http/endpoint.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { writeNewCardPage } from '#store/card/card-page.ts';
import { measure } from '#telemetry/metric.ts';
import { newPage } from './new-page.ts';

/** Creates a page on which a card is given. Throws CONCURRENT_UPDATE. */
export async function createCardPage(
  call: Call<CardLinkBody, unknown>,
  subject: Pick<CardPage, 'purpose' | 'customerId' | 'recurringPaymentId'>,
  message: Sentence,
): Promise<Answer> {
  const { successUrl, failUrl, cancelUrl, language } = call.body;
  const { page: common, token } = newPage(call);
  const page = { ...common, ...subject, ...defined({ successUrl, failUrl, cancelUrl, language }) };
  const data = showNewPage(page, token, cardPageUrl(token));
  const answer = { status: 201 as const, message, data };
  const result = await call.commit([writeNewCardPage(page)], answer);
  if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
  const { merchantId, recurringPaymentId } = page;
  measure({ CardPagesCreated: 1 }, { merchantId, page: data.id, ...defined({ recurringPaymentId }) });
  return answer;
}
