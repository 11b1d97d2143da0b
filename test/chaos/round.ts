// One round: a new service with three merchants at three banks each, callers and chaos at the same time, a quiet end, the audit,
// and a replay of every acknowledged key.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPaid } from '../books/compare.ts';
import { audit } from './audit/audit.ts';
import { openBankLine } from './bank-lines.ts';
import type { Place } from './caller.ts';
import { callUntilDone } from './callers.ts';
import { kill, wreak } from './chaos.ts';
import { openGate } from './gate.ts';
import { openJournal } from './journal.ts';
import { createMerchants } from './merchant.ts';
import { type MortalServer, startMortalServer } from './mortal-server.ts';
import { endQuietly, replayEveryKey } from './quiet-end.ts';
import { readBooks } from './read-books.ts';

export type RoundOptions = {
  seed: number;
  kills: number;
  operations: number;
  /** Keeps the data folder of a round with violations: `DATA=<folder> npm start` shows it. */
  keep: boolean;
};
export type Figures = Record<
  | 'kills'
  | 'operations'
  | 'requests'
  | 'payments'
  | 'paid'
  | 'surcharged'
  | 'captured'
  | 'released'
  | 'ofFamily'
  | 'passedOn'
  | 'refunds'
  | 'recurringPayments'
  | 'periods'
  | 'ledgerRows'
  | 'keys'
  | 'replays'
  | 'unheard',
  number
>;
type RoundResult = { figures: Figures; violations: string[]; kept?: string };

export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const folder = mkdtempSync(join(tmpdir(), 'payment-chaos-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const server = await startMortalServer(folder);
  let isKept = false;
  try {
    const result = await playRound(server, options);
    isKept = options.keep && result.violations.length > 0;
    return { ...result, ...(isKept && { kept: folder }) };
  } finally {
    await server.stop();
    if (!isKept) remove();
    process.off('exit', remove);
  }
}

/** Errors that functions log if the bank loses requests. */
const EXPECTED = [
  '"errorCode":"BANK_UNAVAILABLE"',
  'bank does not answer: its calls wait',
  'bank does not answer a merchant',
];

async function playRound(server: MortalServer, options: RoundOptions): Promise<RoundResult> {
  const journal = openJournal();
  const place: Place = { server, gate: openGate(), journal };
  const { port } = new URL(server.baseUrl);
  const lines = [await openBankLine(Number(port)), await openBankLine(Number(port))];
  const merchants = await createMerchants(server, lines);
  const calm = new AbortController();
  const chaos = wreak(place, lines, options.seed, calm.signal);
  await Promise.all([callUntilDone(place, merchants, options), kill(place, options)]);
  calm.abort();
  await chaos;
  for (const line of lines) await line.mend();
  await endQuietly(place, merchants);
  const books = await readBooks(place, merchants);
  const violations = audit(books, journal);
  await replayEveryKey(place, merchants);
  const errors = server.errors().filter((line) => !EXPECTED.some((one) => line.includes(one)));
  violations.push(...journal.violations, ...errors.map((line) => `logged as an error: ${line}`));

  const every = <Row>(rowsOf: (own: (typeof books.merchants)[number]) => readonly Row[]) =>
    books.merchants.flatMap(rowsOf);
  const payments = every((own) => own.payments);
  const plans = every((own) => own.plans);
  const figures = {
    ...journal.counts,
    payments: payments.length,
    paid: payments.filter(isPaid).length,
    captured: payments.filter(({ authorization, status }) => authorization !== null && isPaid({ status }))
      .length,
    released: payments.filter(({ status }) => status === 'Released').length,
    surcharged: payments.filter((one) => isPaid(one) && one.chargedAmount > one.amount).length,
    ofFamily: payments.filter((one) => isPaid(one) && one.posReason === 'Family').length,
    passedOn: payments.filter((one) => isPaid(one) && one.posReason === 'GateOpen').length,
    refunds: every((own) => own.refunds).length,
    recurringPayments: plans.length,
    periods: plans.flatMap(({ attempts }) => attempts.filter(({ status }) => status === 'Succeeded')).length,
    ledgerRows: books.ledger.length,
    keys: books.sent.filter(({ promised }) => promised !== undefined).length,
  };
  return { figures, violations };
}
