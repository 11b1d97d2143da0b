// est3Dgate: accepts the form from a buyer's browser, sends the browser on to the issuer's page (ACS), which
// shows the challenge, and back to the shop with the outcome, as banks do: each way has a page between. A
// hash lets the shop detect a forged outcome.
import { randomBytes } from 'node:crypto';
import { readFormBytes } from '#acquirer/nestpay/form.ts';
import { isHashValid, threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { passesLuhn } from '#domain/card/card.ts';
import { readAmount } from '#domain/money.ts';
import type { Books } from '../books.ts';
import type { BankCall, BankReply } from '../exchange.ts';
import { CURRENCIES_BY_NUMBER } from '../sale.ts';
import { maskPan, sandboxCard } from '../sandbox-cards.ts';
import { challengePage, gateError, issuerPage, returnPage } from './gate-pages.ts';
import { callShop } from './shop-callback.ts';
import type { Authentication, GateForm, ThreeDSessions } from './three-d-sessions.ts';

type Gate = {
  /** `POST /est3Dgate`, from the shop's page. */
  startAuthentication(request: BankCall): BankReply;
  /** `POST /est3Dgate/acs`, from the gate's page: the issuer's page. */
  showChallenge(request: BankCall): BankReply;
  /** `POST /est3Dgate/challenge`, from the issuer's page. */
  answerChallenge(request: BankCall): BankReply;
};

/** The correct verification code of every sandbox card. */
const CORRECT_CODE = '123456';

/** The result fields that the gate adds to the echoed fields. */
type GateResult = { mdStatus: string; txstatus: string; mdErrorMsg: string; authentication?: Authentication };
const failed = (mdErrorMsg: string): GateResult => ({ mdStatus: '0', txstatus: 'N', mdErrorMsg });

export function openGate(books: Books, threeDSessions: ThreeDSessions, clock: { nowMs(): number }): Gate {
  function startAuthentication(request: BankCall): BankReply {
    const fields = formOf(request);
    const storeKey = books.merchant(fields.get('clientid') ?? '')?.storeKey;
    // Without a valid hash no field of the form can be trusted, not even the return URL.
    if (storeKey === undefined || !isHashValid(fields, storeKey, fields.get('hash') ?? ''))
      return gateError();
    const form = readForm(fields, request.address);
    if (!form) return gateError();
    if (!isCard(form.card)) return returnToShop(books, form, MALFORMED_CARD);
    const { behaviour } = sandboxCard(form.card.number);
    if (behaviour.kind !== 'threeD') {
      return issuerPage(form.language, threeDSessions.openChallenge(form, clock.nowMs()));
    }
    if (behaviour.mdStatus === '0') return sendResult(books, form, failed('Not authenticated'));
    return sendResult(books, form, {
      mdStatus: behaviour.mdStatus,
      txstatus: 'A',
      mdErrorMsg: 'Attempt processed',
      authentication: threeDSessions.authenticate(form, 'attempt'),
    });
  }

  function showChallenge(request: BankCall): BankReply {
    const id = formOf(request).get('challenge') ?? '';
    const form = threeDSessions.challengedForm(id);
    return form ? challengePage(form, id) : gateError();
  }

  function answerChallenge(request: BankCall): BankReply {
    const fields = formOf(request);
    const challenge = threeDSessions.closeChallenge(fields.get('challenge') ?? '', clock.nowMs());
    if (!challenge) return gateError();
    const { form, expired } = challenge;
    if (expired) return sendResult(books, form, failed('Challenge timed out'));
    if (fields.get('action') === 'cancel') return sendResult(books, form, failed('Cancelled by cardholder'));
    if (fields.get('code')?.trim() !== CORRECT_CODE) return sendResult(books, form, failed('Wrong code'));
    return sendResult(books, form, {
      mdStatus: '1',
      txstatus: 'Y',
      mdErrorMsg: 'Authenticated',
      authentication: threeDSessions.authenticate(form, 'full'),
    });
  }

  return { startAuthentication, showChallenge, answerChallenge };
}

/** The result for a form that fails before it reaches an issuer: an error code and no mdStatus. */
const MALFORMED_CARD = {
  Response: 'Error',
  ErrorCode: 'HPP-1001',
  ErrMsg: 'Girilen kart numarasi dogru formatta degildir.',
};
const OK_STATUSES = new Set<string | undefined>(['1', '2', '3', '4']);

/** Sends the browser to okUrl or failUrl with the shop's fields, the result and the bank's hash. */
function returnToShop(books: Books, form: GateForm, result: Record<string, string>): BankReply {
  const fields: [string, string][] = [
    ...form.echoed,
    ...Object.entries(result),
    ['rnd', randomBytes(15).toString('base64')],
  ];
  const hash = threeDHash(fields, books.merchant(form.clientId)?.storeKey ?? '');
  fields.push(['encoding', 'UTF-8'], ['HASH', hash]);
  if (form.callbackUrl !== undefined) callShop(form.callbackUrl, fields);
  return returnPage(form.language, OK_STATUSES.has(result['mdStatus']) ? form.okUrl : form.failUrl, fields);
}

function sendResult(books: Books, form: GateForm, { authentication, ...outcome }: GateResult): BankReply {
  const { number } = form.card;
  return returnToShop(books, form, {
    ...outcome,
    md: authentication?.md ?? '',
    xid: authentication?.xid ?? '',
    eci: authentication?.eci ?? '',
    cavv: authentication?.cavv ?? '',
    PAResSyntaxOK: 'true',
    PAResVerified: authentication ? 'true' : 'false',
    version: '2.0',
    dsId: number.startsWith('5') ? '2' : '1',
    maskedCreditCard: maskPan(number),
    MaskedPan: `${number.slice(0, 6)}***${number.slice(-4)}`,
    clientIp: form.clientAddress,
    merchantID: form.clientId,
  });
}

const formOf = (request: BankCall): Map<string, string> =>
  new Map(readFormBytes(request.body).map(([name, value]) => [name.toString(), value.toString()]));

const EXPIRY = 'Ecom_Payment_Card_ExpDate';
/** Fields that the bank never sends back to a browser. */
const NOT_ECHOED = new Set(['pan', 'cv2', 'hash', 'rnd']);

function readForm(fields: Map<string, string>, clientAddress: string): GateForm | undefined {
  const text = (name: string) => fields.get(name) ?? '';
  const amount = readAmount(text('amount'));
  const currency = CURRENCIES_BY_NUMBER.get(text('currency'));
  const urls = [text('okUrl'), text('failUrl'), ...(text('callbackUrl') ? [text('callbackUrl')] : [])];
  const isComplete = text('storetype') === '3d' && text('oid') !== '' && urls.every(isWebAddress);
  if (!isComplete || amount.kind !== 'amount' || currency === undefined) return undefined;
  return {
    clientId: text('clientid'),
    orderId: text('oid'),
    amountMinor: amount.amountMinor,
    currency,
    language: text('lang') === 'en' ? 'en' : 'tr',
    okUrl: text('okUrl'),
    failUrl: text('failUrl'),
    callbackUrl: text('callbackUrl') || undefined,
    card: {
      number: text('pan'),
      expires: `${text(`${EXPIRY}_Month`)}/${text(`${EXPIRY}_Year`).slice(-2)}`,
    },
    echoed: [...fields].filter(([name]) => !NOT_ECHOED.has(name)),
    clientAddress,
  };
}

const isCard = ({ number, expires }: GateForm['card']): boolean =>
  /^\d{13,19}$/.test(number) && passesLuhn(number) && /^(0[1-9]|1[0-2])\/\d\d$/.test(expires);

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
