// One question to a bank, whatever its protocol: not asked while the gate is closed, and counted for or against
// the bank by whether it answered.
import type { NotSent, Unknown } from './acquirer.ts';
import type { BankGate } from './gate.ts';
import { unknown } from './outcomes.ts';
import type { Exchange } from './transport.ts';

export type Answered = Extract<Exchange, { kind: 'answered' }>;

/**
 * Sends a request unless the bank is down. `read` returns undefined for a response that is no message of the
 * bank. With HTTP 2xx such a response is about this request alone, such as a long history: it counts neither
 * for nor against the bank.
 */
export async function askBank<Answer>(
  gate: BankGate,
  send: () => Promise<Exchange>,
  read: (exchange: Answered) => Answer | undefined,
): Promise<{ kind: 'answer'; answer: Answer } | Unknown | NotSent> {
  if (await gate.isShut()) return { kind: 'notSent', reason: 'BANK_NOT_ASKED' };
  const exchange = await send();
  const isAnswered = exchange.kind === 'answered';
  const answer = isAnswered ? read(exchange) : undefined;
  if (answer !== undefined || !isSuccess(exchange)) await gate.report(answer !== undefined);
  if (!isAnswered) {
    const { kind, reason } = exchange;
    return { kind, reason, ...('status' in exchange && { isTooLarge: true }) };
  }
  return answer === undefined
    ? unknown(`no answer of a bank in HTTP ${exchange.status}`)
    : { kind: 'answer', answer };
}

const isSuccess = (exchange: Exchange) =>
  'status' in exchange && Math.floor((exchange.status ?? 0) / 100) === 2;
