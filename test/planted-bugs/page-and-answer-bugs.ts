// Bugs in what a buyer sees, in how a card and a time are read, and in what an answer of a bank means.
import { inFile } from './planted-bug.ts';

const codes = inFile('acquirer/issuer-codes.ts');
const transport = inFile('acquirer/transport.ts');
const card = inFile('domain/card/card.ts');
const datetime = inFile('contract/field/datetime.ts');
const headers = inFile('page/headers.ts');
const format = inFile('page/format.ts');
const face = inFile('page/shop-face.ts');

export const PAGE_AND_ANSWER_BUGS = [
  codes(
    'a card whose holder has revoked its charges is charged again',
    "['R1 R3', 'DO_NOT_HONOUR', 'Revoked']",
    "['R1 R3', 'DO_NOT_HONOUR', 'Soft']",
    'acquirer/nestpay/answer-codes',
  ),
  transport(
    'a call that was sent counts as never sent if the bank is silent',
    "connected ? 'unknown' : 'notSent'",
    "'notSent'",
    'acquirer/transport',
  ),
  card('a card ends before its last month', '< month;', '<= month;', 'domain/card/card'),
  card('a number with a wrong check digit is taken', 'sum % 10 === 0', 'sum % 5 === 0', 'domain/card/card'),
  datetime(
    'a time without an offset is read in UTC',
    'readDatetime(value, timeZone, dateAlone)',
    "readDatetime(value, 'UTC', dateAlone)",
    'endpoints/payment/list',
    'endpoints/recurring-payment/create',
  ),
  headers(
    'every site may frame a page',
    "['frame-ancestors', \"'self'\", ...ancestors]",
    "['frame-ancestors', '*', ...ancestors]",
    'page/headers',
  ),
  format(
    'the decimals of an amount look like thousands',
    'format.decimals + decimals',
    'format.thousands + decimals',
    'page/format',
  ),
  face(
    'an address of any scheme becomes a link on a page',
    'webAddress(address)',
    'address',
    'page/shop-face',
  ),
];
