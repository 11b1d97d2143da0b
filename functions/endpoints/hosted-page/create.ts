// POST /api/payment/hostedpage: creates a hosted page on which a buyer pays one order (hosted-page.md 1 and
// 2).
import { newPage } from '#checkout/new-page.ts';
import { HOSTED_PAGE_NAMES } from '#contract/field/answer-names.ts';
import { type CreateHostedPageBody, createHostedPageBody, showNewPage } from '#contract/hosted-page.ts';
import { showRule } from '#contract/installment/cap-rule.ts';
import { defined } from '#domain/defined.ts';
import { capOf } from '#domain/installment/caps.ts';
import { type InstallmentTerms, termsName } from '#domain/installment/offer.ts';
import { toDecimal } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { localDay } from '#domain/time/business-day.ts';
import { type Caller, shardsOfNewRow } from '#http/caller.ts';
import { endpoint } from '#http/endpoint.ts';
import { hostedPageUrl } from '#http/hosted-page-url.ts';
import { loadCustomer } from '#store/customer.ts';
import { loadTerms } from '#store/installment/terms.ts';
import { isOlderPageGone, writeNewHostedPage } from '#store/payment/hosted-page.ts';
import { loadOrder } from '#store/payment/order.ts';
import { admittedVariant } from '#store/payment/variants.ts';
import { measure } from '#telemetry/metric.ts';

const CREATED = { tr: 'Ödeme sayfası oluşturuldu.', en: 'The hosted page was created.' };

export const handler = endpoint(
  { scope: 'payments', body: ({ mode }) => createHostedPageBody(mode), answer: HOSTED_PAGE_NAMES },
  async (call) => {
    const { caller, body, now, commit } = call;
    requireSense(body);
    const { customerId, orderNumber } = body;
    const [order, customer, terms, variant] = await Promise.all([
      loadOrder(caller.merchantId, orderNumber),
      customerId === undefined ? undefined : loadCustomer(caller.merchantId, customerId),
      // Another currency has no installments.
      body.currency === 'TRY' ? loadTerms(caller.merchantId, localDay(now.getTime())) : undefined,
      body.variant === undefined ? undefined : admittedVariant(caller.merchantId, body.variant, now),
    ]);
    requireAllowed(body, terms);
    if (order?.paidBy !== undefined) {
      const facts = { paymentReferenceNumber: order.paidBy };
      throw new Rejection('ORDER_ALREADY_PAID', facts).at('orderNumber');
    }
    if (customerId !== undefined && customer === undefined) {
      throw new Rejection('CUSTOMER_NOT_FOUND').at('customerId');
    }
    const { page: common, token } = newPage(call);
    const page = { ...common, ...ofOrder(caller, body, { terms, variant }) };
    const data = showNewPage(page, token, hostedPageUrl(token));
    const answer = { status: 201 as const, message: CREATED, data };
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

/** A fixed count is within the caps of a corporate card: which card pays is not known yet. */
function requireAllowed(body: CreateHostedPageBody, terms: InstallmentTerms | undefined): void {
  if (body.installment === 1) return;
  const cap = terms && capOf(basketOf(body), true, terms.caps, terms.today);
  if (cap && body.installment <= cap.limit) return;
  const facts = { maxInstallment: cap?.limit ?? 1, rule: cap ? showRule(cap.rule) : null };
  throw new Rejection('INSTALLMENT_NOT_ALLOWED', facts).at('installment');
}

/** What the law's caps depend on. */
const basketOf = ({ amount, category, products }: CreateHostedPageBody) => ({
  amountMinor: amount,
  ...defined({ category }),
  products: products.map(({ amount: amountMinor, quantity, category: of }) => ({
    amountMinor,
    quantity,
    ...defined({ category: of }),
  })),
});

/**
 * The counts that the page keeps of the settings; absent: it takes one only. What a page of one payment does
 * not need is not written: the end of the row must not make it longer than a write unit.
 */
function installmentsOf(body: CreateHostedPageBody, terms: InstallmentTerms | undefined) {
  if (terms === undefined) return {};
  const installmentTerms = termsName(terms);
  if (body.installment > 1) return { installmentTerms };
  const counts = terms.counts.filter((count) => count > 1 && count <= body.amount);
  return counts.length > 0 || terms.table ? { installmentCounts: [1, ...counts], installmentTerms } : {};
}

type Found = { terms: InstallmentTerms | undefined; variant: string | undefined };

/** What a page has of its order. */
function ofOrder(caller: Caller, body: CreateHostedPageBody, { terms, variant }: Found) {
  const {
    language,
    customerId,
    saveCardFor,
    recurringTerms,
    distanceSale,
    metadata,
    category,
    cancelUrl,
    currency,
    installment,
    amount: amountMinor,
  } = body;
  return {
    orderNumber: body.orderNumber,
    amountMinor,
    currency,
    installment,
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
    ...defined({
      cancelUrl,
      language,
      customerId,
      saveCardFor,
      recurringTerms,
      distanceSale,
      metadata,
      variant,
      category,
    }),
    ...(caller.noBeacon === 'yes' && { hasNoBeacon: true }),
    ...installmentsOf(body, terms),
    declineCount: 0,
    ...shardsOfNewRow(caller),
  };
}
