// A Turkish bank on one machine: it speaks NestPay over HTTP, keeps books of its own and fails on request, so
// that the adapter of production is the one under every test, and our books can be held against somebody's.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalAnswer, LocalRequest, LocalService } from '../local-server.ts';
import { openSnapshot, type Snapshot } from '../snapshot.ts';
import { type BankMerchant, type BankRecord, type Books, type LedgerOperation, openBooks } from './books.ts';
import { type BankSettings, openCounter, type Ruling } from './counter.ts';
import { orderHistory, orderStatus } from './inquiry.ts';
import { sell } from './sale.ts';
import { readOutcome, type ScriptedOutcome } from './script.ts';
import { credit, voidOperation } from './undo.ts';
import { type BankRequest, readRequest, refused } from './wire.ts';

export type Bank = {
  /** Speaks below its mount point: `POST /api`. */
  service: LocalService;
  /** Replaces what the next money movements will do, in order; `[]` lets the cards decide again. */
  script(outcomes: readonly string[]): void;
  /** The bank's own books, newest last, after everything late has landed. */
  ledger(): LedgerOperation[];
  registerMerchant(merchant: BankMerchant): void;
  /** May be changed at any time. */
  settings: BankSettings;
};

const MONEY_MOVEMENTS = { Auth: sell, Void: voidOperation, Credit: credit } as const;
type MoneyMovement = keyof typeof MONEY_MOVEMENTS;
const isMoneyMovement = (type: string): type is MoneyMovement => Object.hasOwn(MONEY_MOVEMENTS, type);

const NO_ANSWER: LocalAnswer = { status: 0, destroy: true };

/** Opens the bank. Without a snapshot its books live in memory. */
export function createBank({
  clock,
  snapshot = openSnapshot<BankRecord>(),
}: {
  clock: { nowMs(): number };
  snapshot?: Snapshot<BankRecord>;
}): Bank {
  const books = openBooks(snapshot);
  const settings: BankSettings = {
    batchClose: '22:00',
    refundBeforeClose: 'allowed',
    settledVoidCode: 'CORE-2008',
  };
  let scripted: ScriptedOutcome[] = [];
  // In memory only: what is under way holds card numbers, and a restart loses a request like a cut cable does.
  let underWay: { dueMs: number; land: () => void }[] = [];

  /** Executes what has been under way until now, each at its own moment. */
  function landLate(): void {
    const nowMs = clock.nowMs();
    const due = underWay.filter(({ dueMs }) => dueMs <= nowMs).toSorted((a, b) => a.dueMs - b.dueMs);
    underWay = underWay.filter(({ dueMs }) => dueMs > nowMs);
    for (const { land } of due) land();
  }

  async function move(type: MoneyMovement, request: BankRequest, merchant: BankMerchant) {
    const outcome = scripted.shift();
    const execute = (atMs: number, ruling?: Ruling) =>
      MONEY_MOVEMENTS[type](openCounter(books, merchant, settings, atMs), request, ruling);
    const nowMs = clock.nowMs();
    switch (outcome?.kind) {
      case undefined:
        return execute(nowMs);
      case 'approve':
      case 'decline':
        return execute(nowMs, outcome);
      case 'lostBefore':
        return NO_ANSWER;
      case 'lostAfter':
        execute(nowMs);
        return NO_ANSWER;
      case 'slow': {
        const answer = execute(nowMs);
        await sleep(outcome.delayMs);
        return answer;
      }
      case 'late': {
        const dueMs = nowMs + outcome.delayMs;
        underWay.push({ dueMs, land: () => void execute(dueMs) });
        return NO_ANSWER;
      }
    }
  }

  async function api(local: LocalRequest): Promise<LocalAnswer> {
    if (local.method !== 'POST') return { status: 405, headers: { Allow: 'POST' }, body: 'Only POST' };
    const request = readRequest(local);
    if (!request) return { status: 400, body: 'No CC5Request' };
    landLate();
    const merchant = authenticated(books, request);
    if (!merchant) return refused('CORE-2202', '');
    const type = request('Type');
    if (isMoneyMovement(type)) return move(type, request, merchant);
    const counter = openCounter(books, merchant, settings, clock.nowMs());
    if (request('Extra.ORDERHISTORY') === 'QUERY') return orderHistory(counter, request);
    if (request('Extra.ORDERSTATUS') === 'QUERY') return orderStatus(counter, request);
    return refused('CORE-2126', request('OrderId'));
  }

  return {
    settings,
    service: async (request) => {
      const path = request.url.split('?')[0];
      return path === '/api' ? api(request) : { status: 404, body: 'Not found' };
    },
    script: (outcomes) => {
      scripted = outcomes.map(readOutcome);
    },
    ledger: () => {
      landLate();
      return books.ledger();
    },
    registerMerchant: (merchant) => books.register(merchant),
  };
}

function authenticated(books: Books, request: BankRequest): BankMerchant | undefined {
  const merchant = books.merchant(request('ClientId'));
  return merchant?.userName === request('Name') && merchant.password === request('Password')
    ? merchant
    : undefined;
}
