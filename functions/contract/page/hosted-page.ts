// Hosted payment pages in requests (hosted-page.md 1) and responses.

import type * as z from 'zod/mini';
import type { Mode } from '#domain/api-key.ts';
import { SAVED_CARD_USES } from '#domain/card/saved-card-use.ts';
import { FREQUENCIES, isFrequencyInterval, MAX_FREQUENCY_INTERVAL } from '#domain/frequency.ts';
import { CATEGORIES } from '#domain/installment/caps.ts';
import { MOST_INSTALLMENTS } from '#domain/installment/offer.ts';
import { spelledNumber } from '#domain/json-number.ts';
import { LONGEST_PAGE_MINUTES } from '#domain/payment/deadline.ts';
import { RESULT_PARAMETER } from '#domain/payment/return-url.ts';
import { START_HOUR } from '#domain/time/instant.ts';
import { branding, supportAddress } from '../field/branding.ts';
import { captureField } from '../field/capture.ts';
import { instant } from '../field/datetime.ts';
import {
  amount,
  amountOrZero,
  currency,
  field,
  fields,
  id,
  integer,
  list,
  notText,
  oneOf,
  optional,
  problem,
  readAs,
  text,
  textOrDigits,
  transformed,
  withDefault,
} from '../field/field.ts';
import { installmentCount } from '../field/installment-count.ts';
import { labelFields } from '../field/labels.ts';
import { frameOrigin, shopAddress } from '../field/shop-address.ts';
import { LINE_WORDS, PAGE_WORDS } from '../words/sale-words.ts';

const MAX_URL_LENGTH = 1024;
/** Beside those of the page's own addresses, which need not be named. */
const MOST_FRAME_ORIGINS = 5;
const NO_RESULT = {
  tr: `kendi ${RESULT_PARAMETER} parametresi olmayan bir adres`,
  en: `an address without a parameter ${RESULT_PARAMETER} of its own`,
};

/**
 * The address of the shop to which a buyer returns. It must not have a `result` parameter, because the
 * service adds one.
 */
export const returnAddress = (allowsHttp: boolean) =>
  transformed(shopAddress(allowsHttp ? 'any' : 'none', MAX_URL_LENGTH), (address, context) =>
    hasResult(address) ? problem(context, 'INVALID_FORMAT', { expected: NO_RESULT }) : address,
  );

/**
 * True for `result` in upper or lower case, because not every framework distinguishes them. If there were
 * two, a shop might read the one that the service did not add.
 */
const hasResult = (address: string) =>
  [...new URL(address).searchParams.keys()].some((name) => name.toLowerCase() === RESULT_PARAMETER);

const NO_DISCOUNT = {
  tr: 'indirim, satırın `discountAmount` alanına yazılır',
  en: 'a discount goes into `discountAmount` of its line',
};
const lineAmount = () => {
  const zeroOrMore = amountOrZero();
  return field(zeroOrMore.accepts, (value, context) =>
    readAs(
      zeroOrMore,
      value,
      context,
      spelledNumber(value)?.startsWith('-') ? { wayOut: NO_DISCOUNT } : undefined,
    ),
  );
};
const productLine = () =>
  fields(
    {
      id: textOrDigits(1, 64),
      name: text(1, 200),
      amount: lineAmount(),
      quantity: withDefault(integer(1, 99_999), 1),
      discountAmount: optional(amountOrZero()),
      category: optional(oneOf(CATEGORIES)),
    },
    LINE_WORDS,
  );

const DIGEST = {
  tr: 'metnin SHA-256 özeti: 64 onaltılık rakam',
  en: 'the SHA-256 of the text: 64 hexadecimal digits',
};

/** A charge without the buyer, as the box of the consent shows it (hosted-page.md 5.7). */
const recurringTerms = (timeZone: string) =>
  transformed(
    fields({
      amount: amount(),
      frequency: oneOf(FREQUENCIES),
      frequencyInterval: withDefault(integer(1, MAX_FREQUENCY_INTERVAL.daily), 1),
      startDate: optional(instant(timeZone, { hour: START_HOUR })),
    }),
    ({ amount: amountMinor, frequency, frequencyInterval, startDate }, context) =>
      isFrequencyInterval(frequency, frequencyInterval)
        ? {
            amountMinor,
            frequency,
            frequencyInterval,
            ...(startDate !== undefined && { startDate: new Date(startDate).toISOString() }),
          }
        : problem(
            context,
            'OUT_OF_RANGE',
            { min: 1, max: MAX_FREQUENCY_INTERVAL[frequency] },
            'frequencyInterval',
          ),
  );

/** Both texts: without the one or the other, the sale is no distance sale (hosted-page.md 1.9). */
function distanceSale(mode: Mode) {
  const digest = () =>
    field({ kind: 'digest' }, (value, context) => {
      if (typeof value !== 'string') return notText(context);
      return /^[0-9a-f]{64}$/i.test(value)
        ? value.toLowerCase()
        : problem(context, 'INVALID_FORMAT', { expected: DIGEST });
    });
  const saleText = () =>
    fields({
      url: supportAddress(mode),
      version: text(1, 64),
      digest: digest(),
    });
  return fields({ preliminaryInformation: saleText(), salesContract: saleText() });
}

const NO_CHOICE = {
  tr: '`installment: 1` tek çekimdir; alıcı seçecekse `installment` göndermeyin',
  en: '`installment: 1` is a single payment; leave it out to let the buyer choose',
};
const FIXED = {
  tr: '`installment` sayıyı sabitler; alıcı seçecekse göndermeyin',
  en: '`installment` fixes the count; leave it out to let the buyer choose',
};

const NOT_SPLIT = {
  tr: '`capture: manual` tek çekimdir; taksit için `capture` göndermeyin',
  en: '`capture: manual` is a single payment; leave it out for installments',
};

/**
 * The body of POST /api/payment/hostedpage. Only a test key allows http. A card is saved for a
 * customer only, so its use without a customer is a mistake.
 */
export const createHostedPageBody = (mode: Mode, timeZone: string) =>
  transformed(fields(pageFields(mode, timeZone), PAGE_WORDS), (body, context) => {
    const { saveCardFor, customerId, recurringTerms: terms, installment: count, maxInstallment } = body;
    if (terms !== undefined && saveCardFor !== 'recurring') {
      problem(context, 'INVALID_ENUM', { values: ['recurring'] }, 'saveCardFor');
    }
    if (count === 1 && maxInstallment !== undefined && maxInstallment > 1) {
      problem(context, 'OUT_OF_RANGE', { max: 1, wayOut: NO_CHOICE }, 'maxInstallment');
    }
    if (count !== undefined && maxInstallment !== undefined && maxInstallment < count) {
      problem(context, 'OUT_OF_RANGE', { min: count, wayOut: FIXED }, 'maxInstallment');
    }
    if (body.capture === 'manual' && (count ?? maxInstallment ?? 1) > 1) {
      const field = count === undefined ? 'maxInstallment' : 'installment';
      problem(context, 'OUT_OF_RANGE', { max: 1, wayOut: NOT_SPLIT }, field);
    }
    return saveCardFor !== undefined && customerId === undefined
      ? problem(context, 'REQUIRED', {}, 'customerId')
      : body;
  });

function pageFields(mode: Mode, timeZone: string) {
  return {
    amount: amount(),
    currency: currency(),
    capture: captureField(),
    installment: optional(installmentCount()),
    maxInstallment: optional(integer(1, MOST_INSTALLMENTS)),
    successUrl: returnAddress(mode === 'test'),
    failUrl: returnAddress(mode === 'test'),
    cancelUrl: optional(returnAddress(mode === 'test')),
    frameOrigins: optional(list(frameOrigin(mode === 'test' ? 'any' : 'none'), MOST_FRAME_ORIGINS)),
    orderNumber: textOrDigits(1, 64),
    products: withDefault(list(productLine(), 100), []),
    shippingAmount: withDefault(amountOrZero(), 0),
    category: optional(oneOf(CATEGORIES)),
    expiresInMinutes: withDefault(integer(5, LONGEST_PAGE_MINUTES), 30),
    language: optional(oneOf(['tr', 'en'])),
    customerId: optional(id()),
    saveCardFor: optional(oneOf(SAVED_CARD_USES)),
    recurringTerms: optional(recurringTerms(timeZone)),
    distanceSale: optional(distanceSale(mode)),
    variant: optional(text(1, 40)),
    ...labelFields(),
    branding: optional(branding(mode)),
  };
}
export type CreateHostedPageBody = z.infer<ReturnType<typeof createHostedPageBody>>;
