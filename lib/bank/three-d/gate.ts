// The 3-D Secure gate of a bank: accepts the form from a buyer's browser, sends the browser on to the issuer's
// page (ACS), which shows the challenge, and back to the shop with the outcome, as banks do: each way has a
// page between.
import { readFormBytes } from '#acquirer/form.ts';
import { passesLuhn } from '#domain/card/card.ts';
import type { BankCall, BankReply } from '../exchange.ts';
import { sandboxCard } from '../sandbox-cards.ts';
import { challengePage, gateError, issuerPage, returnPage } from './gate-pages.ts';
import { callShop } from './shop-callback.ts';
import type { Authentication, GateForm, ThreeDSessions } from './three-d-sessions.ts';

/** What differs between the gates of two protocols. */
export type GateProtocol = {
  /** The last part of the gate's path, to which `/acs` is added for the issuer's page. */
  name: string;
  /** The form; undefined if it has no valid hash, so that not even its return URL can be trusted. */
  read(request: BankCall): GateForm | undefined;
  /** The secret name of a new authentication. */
  newMd(form: GateForm): string;
  /** The fields that return to the shop: of an outcome, or of a form whose card is malformed. */
  result(form: GateForm, outcome: GateResult | 'malformedCard'): [name: string, value: string][];
};

/** The correct verification code of every sandbox card. */
const CORRECT_CODE = '123456';

/** The result fields that the gate adds to the echoed fields. */
export type GateResult = {
  mdStatus: string;
  txstatus: string;
  mdErrorMsg: string;
  authentication?: Authentication;
};
const failed = (mdErrorMsg: string): GateResult => ({ mdStatus: '0', txstatus: 'N', mdErrorMsg });

export function openGate(protocol: GateProtocol, threeDSessions: ThreeDSessions, nowMs: number) {
  /** From the shop's page. */
  function startAuthentication(request: BankCall): BankReply {
    const form = protocol.read(request);
    if (!form) return gateError();
    if (!isCard(form.card)) return returnToShop(protocol, form, 'malformedCard');
    const { behaviour } = sandboxCard(form.card.number);
    if (behaviour.kind !== 'threeD') {
      return issuerPage(protocol.name, form.language, threeDSessions.openChallenge(form, nowMs));
    }
    if (behaviour.mdStatus === '0') return returnToShop(protocol, form, failed('Not authenticated'));
    return returnToShop(protocol, form, {
      mdStatus: behaviour.mdStatus,
      txstatus: 'A',
      mdErrorMsg: 'Attempt processed',
      authentication: threeDSessions.authenticate(form, 'attempt', protocol.newMd(form)),
    });
  }

  /** From the gate's page: the issuer's page. */
  function showChallenge(request: BankCall): BankReply {
    const id = formOf(request).get('challenge') ?? '';
    const form = threeDSessions.challengedForm(id);
    return form ? challengePage(form, id) : gateError();
  }

  /** From the issuer's page. */
  function answerChallenge(request: BankCall): BankReply {
    const fields = formOf(request);
    const challenge = threeDSessions.closeChallenge(fields.get('challenge') ?? '', nowMs);
    if (!challenge) return gateError();
    const { form, expired } = challenge;
    if (expired) return returnToShop(protocol, form, failed('Challenge timed out'));
    if (fields.get('action') === 'cancel')
      return returnToShop(protocol, form, failed('Cancelled by cardholder'));
    if (fields.get('code')?.trim() !== CORRECT_CODE)
      return returnToShop(protocol, form, failed('Wrong code'));
    return returnToShop(protocol, form, {
      mdStatus: '1',
      txstatus: 'Y',
      mdErrorMsg: 'Authenticated',
      authentication: threeDSessions.authenticate(form, 'full', protocol.newMd(form)),
    });
  }

  return { startAuthentication, showChallenge, answerChallenge };
}

const OK_STATUSES = new Set<string | undefined>(['1', '2', '3', '4']);

/** Sends the browser to okUrl or failUrl with the result and the bank's hash. */
function returnToShop(
  protocol: GateProtocol,
  form: GateForm,
  outcome: GateResult | 'malformedCard',
): BankReply {
  const fields = protocol.result(form, outcome);
  if (form.callbackUrl !== undefined) callShop(form.callbackUrl, fields);
  const isOk = outcome !== 'malformedCard' && OK_STATUSES.has(outcome.mdStatus);
  return returnPage(form.language, isOk ? form.okUrl : form.failUrl, fields);
}

export const formOf = (request: BankCall): Map<string, string> =>
  new Map(readFormBytes(request.body).map(([name, value]) => [name.toString(), value.toString()]));

const isCard = ({ number, expires }: GateForm['card']): boolean =>
  /^\d{13,19}$/.test(number) && passesLuhn(number) && /^(0[1-9]|1[0-2])\/\d\d$/.test(expires);

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
