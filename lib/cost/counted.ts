// The counted figures of which a bill is made: docs/costs.md has them, and tests renew them there.
import { readFileSync } from 'node:fs';
import { functionsOf, ROUTE_TABLE } from '../cloud/function/deployed-function.ts';
import { memoryMbOf } from '../cloud/function/endpoint-function.ts';
import type { PricedCall } from './calls.ts';

const PAGE = new URL('../../docs/costs.md', import.meta.url);

/** The rows of the first table of a section, as texts of their cells. */
function rowsOf(section: string): string[][] {
  const page = readFileSync(PAGE, 'utf8');
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [table = ''] = /^(?:\|.*\n)+/m.exec(text) ?? [];
  const rows = table.trimEnd().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

type CountedCall = PricedCall & { name: string; count: number };

/** A server of a merchant answers sooner than a bank. */
const SERVER_MS = 200;
const FUNCTIONS = new Map(functionsOf(ROUTE_TABLE).map((fn) => [fn.name, fn]));

function callOf(name: string, figures: readonly string[], ownMs: number): PricedCall {
  const fn = FUNCTIONS.get(name);
  if (fn === undefined) throw new Error(`docs/costs.md has the function ${name}, which there is not.`);
  const [rounds = 0, kmsCalls = 0, bankCalls = 0, readUnits = 0, writeUnits = 0] = figures.map(Number);
  const { kind } = fn;
  return {
    ...{ rounds, kmsCalls, bankCalls, readUnits, writeUnits, ownMs, kind },
    ...(name === 'deliver' && { answerMs: SERVER_MS }),
    memoryMb: memoryMbOf(fn),
    logBytes: 0,
  };
}

/** One call of a function, as the benchmark measured it. */
function measuredCall(name: string): PricedCall {
  const row = rowsOf('Functions').find(([one]) => one === name);
  if (row === undefined) throw new Error(`docs/costs.md has no function ${name}.`);
  return callOf(name, row.slice(4, 9), Number(row[3]));
}

/** The calls of a payment; the figures are those of all calls of a function together. */
export const callsOfPayment = (): CountedCall[] =>
  rowsOf('What a payment makes').map(([name = '', count, ...figures]) => {
    const calls = Number(count);
    return { name, count: calls, ...callOf(name, figures, measuredCall(name).ownMs * calls) };
  });

/** A run of a periodic function with nothing to do. */
export const runOf = (name: string): PricedCall => measuredCall(name);

type Retention = 'for ever' | 'with its page' | '90 days';
/** Bytes that a payment leaves in rows and indexes, by how long they are kept; of its log; its metrics. */
export function leavingsOfPayment() {
  const rows = new Map(
    rowsOf('What a payment leaves').map(([name = '', ...cells]) => [name, cells.map(Number)]),
  );
  const of = (name: string) => {
    const [rowBytes = 0, indexBytes = 0] = rows.get(name) ?? [];
    return { rowBytes: rowBytes * 1000, indexBytes: indexBytes * 1000 };
  };
  const kept: Record<Retention, ReturnType<typeof of>> = {
    'for ever': of('for ever'),
    'with its page': of('with its page'),
    '90 days': of('90 days'),
  };
  const [logKb = 0] = rows.get('log lines') ?? [];
  const [metrics = 0] = rows.get('metrics of our own') ?? [];
  return { kept, logBytes: logKb * 1000, metrics };
}
