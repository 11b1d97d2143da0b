// Every code of Garanti and its meaning. A code of four digits is the gateway's (ReasonCode), one of two the
// issuer's: that of ISO 8583 (issuer-codes.ts) but where the bank has its own sense (garanti.md 8).
import {
  type CodeReading,
  type CodeRow,
  fault,
  readIssuerCode,
  SYSTEM,
  tableOf,
  UNCERTAIN,
} from '../issuer-codes.ts';

const ROWS: CodeRow[] = [
  // The host: card renewed, funds tomorrow, card closed, network.
  ['09', 'EXPIRED_CARD', 'Hard'],
  ['16', 'NOT_SUFFICIENT_FUNDS', 'Soft'],
  ['18', 'NOT_PERMITTED_TO_CARDHOLDER', 'Hard'],
  ['31 80 81', 'GENERAL_DECLINE', 'Soft', SYSTEM],
  // The gateway, before the host is asked.
  ['0001 0002 0003 0217 0231', 'INVALID_TRANSACTION', 'Hard', fault('Format')],
  ['0099 0651 0653 0654 0753', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Credentials')],
  ['0652 0756 0763 0764', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Permission')],
  ['0752', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Closed')],
  ['0759', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Currency')],
  ['0769', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Address')],
  // The shop's daily limit for each card and address.
  ['0402 0405', 'CARD_LIMIT_EXCEEDED', 'Soft'],
  ['0804', 'THREE_D_SECURE_FAILED', 'Hard'],
  // Voids and refunds that the state of the order forbids: garanti.ts asks the history first.
  ['0101 0201 0202 0207 0210', 'INVALID_TRANSACTION', 'Hard'],
  ['0103 0203 0208 0214', 'INVALID_TRANSACTION', 'Hard'],
  ['0102 0204 0205 0209', 'INVALID_TRANSACTION', 'Hard'],
];
const BY_CODE = tableOf(ROWS);

/** The host may still have done it, beside the codes of which that holds at every bank. */
const UNCERTAIN_CODES = new Set(['11', '32']);

export function readCode(code: string): CodeReading {
  if (UNCERTAIN_CODES.has(code)) return UNCERTAIN;
  return BY_CODE.get(code) ?? readIssuerCode(code) ?? UNCERTAIN;
}
