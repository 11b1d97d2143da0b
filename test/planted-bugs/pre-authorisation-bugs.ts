// Bugs with what a bank only keeps reserved: reading it as money, and taking, releasing or reserving the wrong way.
import { inFile } from './planted-bug.ts';

const akbank = inFile('acquirer/akbank/akbank.ts');
const akbankHistory = inFile('acquirer/akbank/order-history.ts');
const akbankRequests = inFile('acquirer/akbank/requests.ts');
const comparison = inFile('domain/reconciliation/comparison.ts');
const firstSale = inFile('acquirer/first-sale.ts');
const garanti = inFile('acquirer/garanti/garanti.ts');
const garantiHistory = inFile('acquirer/garanti/order-history.ts');
const garantiThreeD = inFile('acquirer/garanti/three-d.ts');
const nestpay = inFile('acquirer/nestpay/nestpay.ts');
const nestpayHistory = inFile('acquirer/nestpay/order-history.ts');
const nestpayRequests = inFile('acquirer/nestpay/requests.ts');
const nestpayThreeD = inFile('acquirer/nestpay/three-d.ts');
const outcomes = inFile('acquirer/outcomes.ts');
const saleInquiry = inFile('flows/sale-inquiry.ts');

const SUITE = 'acquirer/conformance';

export const PRE_AUTHORISATION_BUGS = [
  nestpayRequests(
    'a pre-authorisation at NestPay takes the money',
    "order.isPreAuth ? 'PreAuth' : 'Auth'",
    "'Auth'",
    SUITE,
  ),
  akbankRequests(
    'a pre-authorisation at Akbank takes the money',
    'order.isPreAuth ? TXN_CODES.preAuth : TXN_CODES.sale',
    'TXN_CODES.sale',
    SUITE,
  ),
  nestpayThreeD(
    'the form of a pre-authorisation at NestPay asks for a sale',
    "order.isPreAuth ? 'PreAuth' : 'Auth'",
    "'Auth'",
    SUITE,
  ),
  garantiThreeD(
    'the form of a pre-authorisation at Garanti asks for a sale',
    "isPreAuth ? 'preauth' : 'sales'",
    "'sales'",
    SUITE,
  ),
  nestpayRequests(
    'a capture at NestPay names no amount, and takes all',
    "Type: 'PostAuth',\n  OrderId: order.bankOrderId,\n  Total: formatMinor(order.amountMinor),",
    "Type: 'PostAuth',\n  OrderId: order.bankOrderId,",
    SUITE,
  ),
  akbank(
    'a repeated capture at Akbank is a decline, although the first one took the money',
    'return refusedCapture(answer.code, NOTHING_TO_UNDO, declineOutcome(answer));',
    'return declineOutcome(answer);',
    SUITE,
  ),
  garanti(
    'a repeated capture at Garanti is a decline, although the first one took the money',
    "new Set(['0102', '0204', '0205', '0209'])",
    "new Set(['0102', '0204', '0209'])",
    SUITE,
  ),
  nestpay(
    'a repeated capture at NestPay is a decline, although the first one took the money',
    "'CORE-2506', 'CORE-2509',",
    "'CORE-2506',",
    SUITE,
  ),
  outcomes(
    'a sale is kept reserved for some days',
    "isPreAuth === true && outcome.kind === 'approved'",
    "outcome.kind === 'approved'",
    SUITE,
  ),
  outcomes(
    'what is reserved stands beside its capture, and counts twice',
    "isTaken ? isReserved(one) || one.status === 'voided'",
    'isTaken ? false',
    'acquirer/akbank/answers',
  ),
  outcomes(
    'a capture that was voided has released the reservation',
    "one.status !== 'voided');",
    'true);',
    'acquirer/garanti/answers',
  ),
  nestpayHistory(
    'a capture of a part counts for all that was reserved',
    'isCaptured ? row.captured : row.amount',
    'row.amount',
    SUITE,
  ),
  akbankHistory(
    'a captured order of Akbank whose capture is missing is still open',
    "textOf(row, 'preAuthStatus') === 'C'",
    "textOf(row, 'preAuthStatus') === 'X'",
    'acquirer/akbank/answers',
  ),
  garantiHistory(
    'the amount of a pre-authorisation at Garanti is that of its capture',
    "isPreAuth ? 'PreAuthAmount' : 'AuthAmount'",
    "'AuthAmount'",
    SUITE,
  ),
  firstSale(
    'a sale counts as the pre-authorisation under its order id',
    'isPreAuth ? reserved !== undefined :',
    'isPreAuth ? true :',
    SUITE,
  ),
  firstSale(
    'a pre-authorisation counts as the sale under its order id',
    'reserved === undefined || reserved.maybeSale === true',
    'true',
    SUITE,
  ),
  saleInquiry(
    'a sale whose answer was lost is paid by what is only reserved',
    ' && isSoldAs(sale, one)',
    '',
    'flows/sale-inquiry',
  ),
  comparison(
    'what a bank only keeps reserved is a sale in its books',
    ' && !isReserved(payment, one)',
    '',
    'domain/reconciliation/comparison',
  ),
];
