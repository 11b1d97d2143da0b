// Bugs in the money of installments: the amount of the order in the place of what the card pays, and back.
import { inFile } from './planted-bug.ts';

const payment = inFile('domain/payment/payment.ts');
const page = inFile('domain/payment/hosted-page.ts');
const result = inFile('domain/payment/payment-result.ts');
const offer = inFile('domain/installment/offer.ts');
const refund = inFile('domain/refund/refund.ts');
const claim = inFile('flows/payment/page-claim.ts');

const JOURNEY = 'journeys/surcharges';
const REFUND = 'domain/refund/refund';
const ORDER = 'payment.orderMinor ?? payment.chargedMinor';

export const SURCHARGE_BUGS = [
  claim(
    'the surcharge is shown and not sold',
    'orderNumber,\n    chargedMinor,\n',
    'orderNumber,\n    chargedMinor: orderMinor,\n',
    JOURNEY,
  ),
  claim(
    'the amount of the order is not kept',
    'chargedMinor !== orderMinor && { orderMinor }',
    'false',
    JOURNEY,
  ),
  offer('half a kuruş of a surcharge is rounded down', '+ PPM / 2n', '', JOURNEY),
  offer(
    'a rate that the merchant bears is charged',
    "bearer === 'buyer' ? withRate",
    'bearer ? withRate',
    JOURNEY,
  ),
  inFile('flows/payment/three-d.ts')(
    'the issuer is asked about the charge, and its answer compared with the order',
    '...bankSaleOf(payment), maskedCardNumber',
    `...bankSaleOf({ ...payment, chargedMinor: ${ORDER} }), maskedCardNumber`,
    JOURNEY,
  ),
  inFile('flows/inquire-sale.ts')(
    'a lost sale is looked for by the amount of the order',
    '...bankSaleOf(payment), hasFixedCurrency',
    '...bankSaleOf(payment), amountMinor: payment.orderMinor ?? payment.chargedMinor, hasFixedCurrency',
    JOURNEY,
  ),
  payment(
    'the surcharge cannot be refunded',
    'payment.chargedMinor - payment.refundedMinor',
    'orderMinorOf(payment) - payment.refundedMinor',
    REFUND,
  ),
  inFile('domain/refund/refundability.ts')(
    'a refund of the order keeps the surcharge',
    'isWhole ? payment.chargedMinor : request.amountMinor',
    'request.amountMinor',
    REFUND,
  ),
  inFile('domain/refund/refundability.ts')(
    'the amount of the order is the whole although a part is reserved',
    ' && payment.refundedMinor + payment.reservedMinor === 0',
    '',
    REFUND,
  ),
  inFile('domain/refund/refundability.ts')(
    'a shop that says Partial cannot keep the surcharge',
    "refundType !== 'Partial' && isWholeOrder",
    'isWholeOrder',
    REFUND,
  ),
  inFile('domain/refund/refundability.ts')(
    'a refund in one step gives back more than was asked',
    "origin === 'Request' && refundType",
    'refundType',
    REFUND,
  ),
  refund(
    'a part between order and charge is voided',
    'isWhole = request.amountMinor === payment.chargedMinor',
    'isWhole = request.amountMinor >= orderMinorOf(payment)',
    REFUND,
  ),
  refund(
    'a payment is refunded fully while the surcharge is kept',
    'const isAll = refundedMinor === payment.chargedMinor',
    'const isAll = refundedMinor >= orderMinorOf(payment)',
    REFUND,
  ),
  inFile('endpoints/refund/cancellations.ts')(
    'a cancellation keeps the surcharge',
    '{ chargedMinor: amountMinor }',
    '{ chargedMinor, orderMinor: amountMinor = chargedMinor }',
    JOURNEY,
  ),
  inFile('domain/refund/late-sale.ts')(
    'the surcharge of a late sale is kept',
    'amountMinor: payment.chargedMinor',
    `amountMinor: ${ORDER}`,
    REFUND,
  ),
  result(
    'a result does not tell the charge',
    'isFinal ? chargedOnPage(page) : page.amountMinor',
    'page.amountMinor',
    JOURNEY,
  ),
  page(
    'a result has the surcharge of an earlier attempt',
    'surcharged && surcharged.paymentReferenceNumber === paymentReferenceNumber',
    'surcharged',
    'domain/payment/payment-result',
  ),
  inFile('store/payment/hosted-page-claim.ts')(
    'a page that is read again has forgotten the surcharge',
    'isSurcharged && HOSTED_PAGE',
    'false && HOSTED_PAGE',
    JOURNEY,
  ),
  inFile('flows/payment/payment-finalization.ts')(
    'the buyer takes a result without the surcharge to the shop',
    'paymentReferenceNumber, surcharged };',
    'paymentReferenceNumber };',
    JOURNEY,
  ),
  inFile('flows/payment/page-of-order.ts')(
    'another page of the order shows the charge as its amount',
    'amountMinor: orderMinorOf(payment)',
    'amountMinor: chargedMinor',
    JOURNEY,
  ),
  inFile('contract/payment.ts')(
    'a shop finds another amount than that of its order',
    'amount: toDecimal(orderMinorOf(payment))',
    'amount: toDecimal(payment.chargedMinor)',
    JOURNEY,
  ),
  inFile('page/outcome/outcome.ts')(
    'the receipt shows less than the card paid',
    'moneyText(receipt.chargedMinor,',
    'moneyText(receipt.orderMinor ?? receipt.chargedMinor,',
    'page/outcome/outcome',
  ),
  inFile('domain/reconciliation/comparison.ts')(
    'the bank is compared with the amount of the order',
    '{ status, chargedMinor, recheck, capture }',
    '{ status, chargedMinor: all, orderMinor: chargedMinor = all, recheck, capture }',
    'domain/reconciliation/comparison',
  ),
  inFile('store/payment/payment.ts')(
    'an offer may add to a charge whose rate the merchant bears',
    "(orderMinor < chargedMinor && surchargeBearer === 'buyer')",
    'orderMinor < chargedMinor',
    JOURNEY,
  ),
];
