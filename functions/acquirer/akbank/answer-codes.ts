// Every code of Akbank and its meaning: that of ISO 8583 (issuer-codes.ts) but where the bank has its own, and
// the codes of its gateway (akbank.md 8). An unlisted code of the gateway is unknown: only an inquiry tells.
import { type CodeReading, fault, readIssuerCode, tableOf, UNCERTAIN } from '../issuer-codes.ts';

/** `HTTP-401` and `HTTP-400` are the adapter's names for requests that the gateway has refused to read. */
const ROWS = tableOf([
  // The host: a wrong amount of an installment, a fault of the card, "call your bank".
  ['83', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Installments')],
  ['19', 'GENERAL_DECLINE', 'Hard'],
  ['96', 'GENERAL_DECLINE', 'Soft'],
  // The gateway, before the host is asked.
  ['VPS-1044', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Installments')],
  ['VPS-1055 VPS-1073 HTTP-400', 'INVALID_TRANSACTION', 'Hard', fault('Format')],
  ['VPS-1060 VPS-1061', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Permission')],
  ['VPS-1066', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('CardKind')],
  ['HTTP-401', 'NOT_PERMITTED_TO_TERMINAL', 'Hard', fault('Credentials')],
  ['VPS-1279', 'THREE_D_SECURE_FAILED', 'Hard'],
  // Voids and refunds that the state of the order forbids: akbank.ts asks the history first.
  ['VPS-1007 VPS-1008', 'INVALID_TRANSACTION', 'Hard'],
]);

export const readCode = (code: string): CodeReading => ROWS.get(code) ?? readIssuerCode(code) ?? UNCERTAIN;
