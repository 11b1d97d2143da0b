// POST /api/Refund/partial: refunds part of a payment, or all that remains, in one step.
import { randomBytes } from 'node:crypto';
import type { Answer } from '#contract/answer.ts';
import { REFUND_NAMES } from '#contract/field/answer-names.ts';
import { refundBody } from '#contract/refund.ts';
import { refundAnswer } from '#contract/refund-answer.ts';
import { refundPreviewAnswer } from '#contract/refund-preview.ts';
import { makeUuid } from '#domain/id.ts';
import { refundJudge } from '#domain/refund/asked-refund.ts';
import { requestedBy } from '#domain/refund/four-eyes.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { refundInOneStep } from '#flows/refund/refund-in-one-step.ts';
import { previewInOneStep } from '#flows/refund/refund-preview.ts';
import { endpoint } from '#http/endpoint.ts';

const DONE = { status: 201 as const, message: { tr: 'İade yapıldı.', en: 'The refund was made.' } };

export const handler = endpoint(
  { scope: 'refunds:approve', body: refundBody, answer: REFUND_NAMES },
  async (call) => {
    const { body, caller, now, language } = call;
    const answerOf = (refund: Refund): Answer => refundAnswer(refund, DONE, now);
    const by = { ...requestedBy(caller), decidedBy: caller.keyId };
    const refundId = makeUuid(now.getTime(), randomBytes);
    const { transactionId, preview } = body;
    const judge = refundJudge(body, { refundId, origin: 'Partial', ...by }, now);
    if (preview)
      return refundPreviewAnswer(await previewInOneStep(call, transactionId, judge), 'Completed', language);
    return answerOf(await refundInOneStep(call, transactionId, judge, answerOf));
  },
);
