// A Turkish bank on one machine: it speaks NestPay over HTTP, keeps books of its own and fails on request, so
// that the adapter of production is the one under every test, and our books can be held against somebody's.
import type { LocalAnswer, LocalRequest, LocalService } from '../local-server.ts';
import { openSnapshot, type Snapshot } from '../snapshot.ts';
import { type BankMerchant, type BankRecord, type Books, type LedgerOperation, openBooks } from './books.ts';
import { type BankHouse, type BankSettings, openCounter } from './counter.ts';
import { type Delivery, openDelivery } from './delivery.ts';
import { openGate } from './gate.ts';
import { orderHistory, orderStatus } from './inquiry.ts';
import { sell } from './sale.ts';
import { openThreeDDesk } from './three-d-desk.ts';
import { credit, voidOperation } from './undo.ts';
import { type BankRequest, readRequest, refused } from './wire.ts';

export type Bank = {
  /** Below its mount point: `POST /api` for the shop's server, `POST /est3Dgate` for the buyer's browser. */
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

/** Opens the bank. Without a snapshot its books live in memory. */
export function createBank({
  clock,
  snapshot = openSnapshot<BankRecord>(),
}: {
  clock: { nowMs(): number };
  snapshot?: Snapshot<BankRecord>;
}): Bank {
  const settings: BankSettings = {
    batchClose: '22:00',
    refundBeforeClose: 'allowed',
    settledVoidCode: 'CORE-2008',
  };
  const house: BankHouse = { books: openBooks(snapshot), desk: openThreeDDesk(), settings };
  const delivery = openDelivery(clock);
  const gate = openGate(house.books, house.desk, clock);

  async function serve(request: LocalRequest): Promise<LocalAnswer> {
    if (request.method !== 'POST') return { status: 405, headers: { Allow: 'POST' }, body: 'Only POST' };
    switch (request.url.split('?')[0]) {
      case '/api':
        return api(house, delivery, clock, request);
      case '/est3Dgate':
        return gate.enter(request);
      case '/est3Dgate/challenge':
        return gate.answerChallenge(request);
      default:
        return { status: 404, body: 'Not found' };
    }
  }

  return {
    settings,
    service: serve,
    script: delivery.script,
    ledger: () => {
      delivery.landLate();
      return house.books.ledger();
    },
    registerMerchant: (merchant) => house.books.register(merchant),
  };
}

async function api(
  house: BankHouse,
  delivery: Delivery,
  clock: { nowMs(): number },
  local: LocalRequest,
): Promise<LocalAnswer> {
  const request = readRequest(local);
  if (!request) return { status: 400, body: 'No CC5Request' };
  delivery.landLate();
  const merchant = authenticated(house.books, request);
  if (!merchant) return refused('CORE-2202', '');
  const type = request('Type');
  if (isMoneyMovement(type)) {
    return delivery.deliver((atMs, ruling) =>
      MONEY_MOVEMENTS[type](openCounter(house, merchant, atMs), request, ruling),
    );
  }
  const counter = openCounter(house, merchant, clock.nowMs());
  if (request('Extra.ORDERHISTORY') === 'QUERY') return orderHistory(counter, request);
  if (request('Extra.ORDERSTATUS') === 'QUERY') return orderStatus(counter, request);
  return refused('CORE-2126', request('OrderId'));
}

function authenticated(books: Books, request: BankRequest): BankMerchant | undefined {
  const merchant = books.merchant(request('ClientId'));
  return merchant?.userName === request('Name') && merchant.password === request('Password')
    ? merchant
    : undefined;
}
