// What a merchant allows its buyer on a page, and what the buyer agrees to there: on the rows of the page and
// of its payments.
import { FREQUENCIES, type RecurringTerms } from '#domain/frequency.ts';
import type { AllowedInstallments } from '#domain/installment/offer.ts';
import { either, natural, object, objectOf, oneOf, optional, text } from '#domain/shape.ts';

export const RECURRING_TERMS = /* @__PURE__ */ objectOf<RecurringTerms>({
  amountMinor: natural,
  frequency: /* @__PURE__ */ oneOf(FREQUENCIES),
  frequencyInterval: natural,
  startDate: /* @__PURE__ */ optional(text),
});

const SALE_TEXT = /* @__PURE__ */ object({ url: text, version: text, digest: text });
const ACCEPTED = /* @__PURE__ */ object({ version: text, digest: text });
const both = <One>(one: One) => ({ preliminaryInformation: one, salesContract: one });
export const DISTANCE_SALE = /* @__PURE__ */ object(/* @__PURE__ */ both(SALE_TEXT));
export const ACCEPTED_SALE = /* @__PURE__ */ object(/* @__PURE__ */ both(ACCEPTED));

export const ALLOWED_INSTALLMENTS = /* @__PURE__ */ either<AllowedInstallments, 'kind'>('kind', {
  single: /* @__PURE__ */ object({ kind: /* @__PURE__ */ oneOf(['single']) }),
  fixed: /* @__PURE__ */ object({ kind: /* @__PURE__ */ oneOf(['fixed']), count: natural }),
  choice: /* @__PURE__ */ object({ kind: /* @__PURE__ */ oneOf(['choice']), upTo: natural }),
});
