// POST /api/payment/hostedpage: creates a hosted page on which a buyer pays one order (hosted-page.md 1 and
// 2).

import { newPage } from '#checkout/new-page.ts';
import { HOSTED_PAGE_NAMES } from '#contract/field/answer-names.ts';
import { manualCapture } from '#contract/field/capture.ts';
import { showRule } from '#contract/installment/cap-rule.ts';
import { type CreateHostedPageBody, createHostedPageBody } from '#contract/page/hosted-page.ts';
import { showNewPage } from '#contract/page/hosted-page-answer.ts';
import { defined } from '#domain/defined.ts';
import { capOf } from '#domain/installment/caps.ts';
import {
  type AllowedInstallments,
  ANY_COUNT,
  allowsSplit,
  type InstallmentTerms,
  MOST_INSTALLMENTS,
  SINGLE,
  soldCounts,
  termsName,
} from '#domain/installment/offer.ts';
import { toDecimal } from '#domain/money.ts';
import { labelsOf } from '#domain/payment/labels.ts';
import { isLink } from '#domain/payment/link.ts';
import { Rejection } from '#domain/rejection.ts';
import { localDay } from '#domain/time/business-day.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { correlateWithOrder } from '#flows/order-correlation.ts';
import type { Caller } from '#http/caller.ts';
import { endpoint } from '#http/endpoint.ts';
import { hostedPageUrl } from '#http/hosted-page-url.ts';
import { sealToken } from '#http/idempotency/answer-seal.ts';
import { loadCustomer } from '#store/customer.ts';
import { loadTerms } from '#store/installment/terms.ts';
import { isOlderPageGone, writeNewHostedPage } from '#store/payment/hosted-page-writes.ts';
import { loadOrder } from '#store/payment/order.ts';
import { admittedVariant } from '#store/payment/variants.ts';
import { measure } from '#telemetry/metric.ts';

const CREATED = { tr: 'Ödeme sayfası oluşturuldu.', en: 'The hosted page was created.' };

export const handler = endpoint(
  {
    scope: 'payments',
    body: ({ mode, timeZone }) => createHostedPageBody(mode, timeZone),
    answer: HOSTED_PAGE_NAMES,
  },
  async (call) => {
    const { caller, body, now, commit } = call;
    requireSense(body);
    const { customerId, orderNumber } = body;
    correlateWithOrder({ merchantId: caller.merchantId, orderNumber });
    const installments = allowedBy(body);
    const [order, customer, terms, variant] = await Promise.all([
      loadOrder(caller.merchantId, orderNumber),
      customerId === undefined ? undefined : loadCustomer(caller.merchantId, customerId),
      // Another currency has no installments.
      installments.kind !== 'single' && body.currency === 'TRY'
        ? loadTerms(caller.merchantId, localDay(now.getTime()))
        : undefined,
      body.variant === undefined ? undefined : admittedVariant(caller.merchantId, body.variant, now),
    ]);
    requireSold(body, installments, terms);
    if (order?.paidBy !== undefined) {
      const facts = { paymentReferenceNumber: order.paidBy };
      throw new Rejection('ORDER_ALREADY_PAID', facts).at('orderNumber');
    }
    if (customerId !== undefined && customer === undefined) {
      throw new Rejection('CUSTOMER_NOT_FOUND').at('customerId');
    }
    const { page: common, token } = newPage(call);
    requireLaterCharge(body, common);
    const page = {
      ...common,
      ...ofOrder(caller, body, { installments, terms, variant }),
      ...(isLink(common) && { sealedToken: sealToken(token, caller.digestKey, common.tokenDigest) }),
    };
    const data = showNewPage(page, token, hostedPageUrl(token));
    const answer = { status: 201 as const, message: CREATED, data, lastsUntil: page.expiresAt };
    let result = await commit(writeNewHostedPage(page, order), answer);
    if (result.kind === 'conflict' && isOlderPageGone(result)) {
      result = await commit(writeNewHostedPage(page, order, true), answer);
    }
    // Between reading and writing, another page for this order was created, or the order was paid.
    if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
    measure({ PagesCreated: 1 }, { merchantId: caller.merchantId, page: data.id });
    return answer;
  },
);

function requireSense(body: CreateHostedPageBody): void {
  const { products, shippingAmount, amount } = body;
  const productsMinor = products.reduce((sum, product) => sum + product.amount, 0);
  const totalMinor = productsMinor + shippingAmount;
  // Without lines, something must be left of the amount for them.
  if (products.length > 0 ? totalMinor === amount : totalMinor <= amount) return;
  const discountMinor = products.reduce((sum, { discountAmount = 0 }) => sum + discountAmount, 0);
  const facts = {
    amount: toDecimal(amount),
    totalAmount: toDecimal(totalMinor),
    productsAmount: toDecimal(productsMinor),
    shippingAmount: toDecimal(shippingAmount),
    discountAmount: toDecimal(discountMinor),
  };
  throw new Rejection('PRODUCTS_TOTAL_MISMATCH', facts).at(
    products.length > 0 ? 'products' : 'shippingAmount',
  );
}

/** The buyer agrees to a charge to come, however late the page is paid. */
function requireLaterCharge({ recurringTerms: terms }: CreateHostedPageBody, page: NewPageDates): void {
  const { expiresAt, timeZone } = page;
  if (terms?.startDate === undefined || terms.startDate > expiresAt) return;
  const earliestStartDate = localDay(Date.parse(expiresAt) + DAY_MS, timeZone);
  throw new Rejection('START_DATE_IN_PAST', { earliestStartDate }).at('recurringTerms.startDate');
}
type NewPageDates = { expiresAt: string; timeZone: string };

/**
 * What the merchant allows. A page that saves a card for later charges is paid at once, unless said; a reserved
 * amount always is.
 */
function allowedBy({
  installment,
  maxInstallment,
  saveCardFor,
  capture,
}: CreateHostedPageBody): AllowedInstallments {
  if (capture === 'manual') return SINGLE;
  if (installment !== undefined) return installment === 1 ? SINGLE : { kind: 'fixed', count: installment };
  const upTo = maxInstallment ?? (saveCardFor === 'recurring' ? 1 : MOST_INSTALLMENTS);
  return upTo === 1 ? SINGLE : { kind: 'choice', upTo };
}

/** Some card can pay in a fixed count: which card pays is not known yet, so a corporate one counts too. */
function requireSold(
  body: CreateHostedPageBody,
  installments: AllowedInstallments,
  terms: InstallmentTerms | undefined,
): void {
  if (installments.kind !== 'fixed') return;
  const order = orderOf(body);
  const allowedInstallments = terms ? soldCounts({ ...order, installments: ANY_COUNT }, terms) : [1];
  if (allowedInstallments.includes(installments.count)) return;
  const cap = terms && capOf(order, true, terms.caps, terms.today);
  throw new Rejection('INSTALLMENT_NOT_ALLOWED', {
    maxInstallment: allowedInstallments.at(-1) ?? 1,
    allowedInstallments,
    rule: cap && installments.count > cap.limit ? showRule(cap.rule) : null,
  }).at('installment');
}

/** What its installments depend on. */
const orderOf = ({ amount, currency, category, products }: CreateHostedPageBody) => ({
  amountMinor: amount,
  currency,
  ...defined({ category }),
  products: products.map(({ amount: amountMinor, quantity, category: of }) => ({
    amountMinor,
    quantity,
    ...defined({ category: of }),
  })),
});

/**
 * What the page keeps of the terms. What a page of one payment does not need is not written: the end of the
 * row must not make it longer than a write unit.
 */
function installmentsOf(
  { amount, expiresInMinutes }: CreateHostedPageBody,
  { installments, terms }: PageTerms,
) {
  if (terms === undefined) return { installments: SINGLE };
  const isSold = terms.counts.some((count) => count <= amount && allowsSplit(installments, count));
  // A link is paid by the terms of another day.
  const isOfLater = expiresInMinutes * MINUTE_MS > DAY_MS;
  if (!isSold && !terms.table && !isOfLater) return { installments: SINGLE };
  return { installments, installmentTerms: termsName(terms) };
}

type PageTerms = {
  installments: AllowedInstallments;
  /** Absent if nothing but a single payment is possible. */
  terms: InstallmentTerms | undefined;
  variant: string | undefined;
};

/** What a page has of its order. */
function ofOrder(caller: Caller, body: CreateHostedPageBody, found: PageTerms) {
  const { variant } = found;
  const {
    language,
    customerId,
    saveCardFor,
    recurringTerms,
    distanceSale,
    category,
    cancelUrl,
    currency,
    amount: amountMinor,
  } = body;
  return {
    orderNumber: body.orderNumber,
    amountMinor,
    currency,
    products: body.products.map(({ id, name, amount, quantity, discountAmount, category: of }) => ({
      id,
      name,
      amountMinor: amount,
      ...(quantity > 1 && { quantity }),
      ...(discountAmount && { discountMinor: discountAmount }),
      ...defined({ category: of }),
    })),
    ...(body.shippingAmount > 0 && { shippingMinor: body.shippingAmount }),
    successUrl: body.successUrl,
    failUrl: body.failUrl,
    ...labelsOf(body),
    ...defined({
      cancelUrl,
      language,
      customerId,
      saveCardFor,
      recurringTerms,
      distanceSale,
      variant,
      category,
    }),
    ...manualCapture(body.capture),
    ...(caller.noBeacon === 'yes' && { hasNoBeacon: true }),
    ...installmentsOf(body, found),
    declineCount: 0,
  };
}
