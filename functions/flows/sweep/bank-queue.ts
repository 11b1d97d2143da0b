// The order in which a sweep recovers rows. Each bank has a queue of its own, so that a bank that hangs
// delays only its own rows; in a queue buyers come before charges, and merchants take turns.
import type { BankAccess } from '../bank-gate.ts';

/**
 * Most rows of a bank in recovery at a time. This limits the load on a bank that answers again, and leaves
 * capacity of the function to other banks.
 */
const AT_ONCE = 40;
/**
 * Most waiting rows of a lane, more than a sweep can recover. Further rows are due for the next sweep.
 * Charges that fill their lane leave that of buyers as it is.
 */
const MOST_WAITING = 12_000;
/** More charges than this are a backlog: the sweep shares them out instead of making them itself. */
const BACKLOG = 1_000;
/** An invocation for each call that a bank gets at a time. */
const SHARES = AT_ONCE;
/** Charges that an invocation makes in its time at a usual bank. */
const MOST_IN_SHARE = 250;

/** The part of a due row that is kept until it is recovered. */
export type SweptRow = {
  /** `RECHECK`: a payment that failed because its bank did not know the sale. `REFUND_RECHECK`: refunds.md 5.12. */
  noun: 'PAYMENT' | 'RECHECK' | 'REFUND' | 'REFUND_RECHECK' | 'RECURRING' | 'HOLD' | 'TRIES' | 'BANK';
  merchantId: string;
  /** The id of the row; for a hold, its scope; for tries, the card's fingerprint; for a bank, its host. */
  id: string;
  /** Rows of the merchant with the same group are recovered one after the other. */
  group?: string;
  /** True for a payment, a refund, or a charge with an open attempt: these rows come before the others. */
  isBuyers: boolean;
  /** True if the recovery does not ask the bank. */
  asksNoBank: boolean;
  /** Of its virtual POS, which may get no answer although the bank answers others. */
  access: Pick<BankAccess, 'isShut'>;
  /** True if recovered even while the bank does not answer: a person has resolved it, or must do so now. */
  cannotWait: boolean;
};

/** The rows of each merchant. */
type MerchantRows = Map<string, SweptRow[]>;
type WaitingRows = { rows: MerchantRows; waiting: number };

export type BankQueue = {
  /** Accepts a row if there is room; false if not. */
  offer(row: SweptRow): boolean;
  /** Recovers the charges too, and returns when the queue is empty or the time is over. */
  finish(): Promise<{ deferred: number }>;
};

type BankQueueOptions = {
  bank: Pick<BankAccess, 'isShut'>;
  /** Asks the bank if it answers again. Never throws. */
  probe(): Promise<void>;
  /** Never throws. */
  recover(row: SweptRow): Promise<void>;
  /** Starts an invocation for each share, which makes its charges in turn. Never throws. */
  shareOut(shares: readonly SweptRow[][]): Promise<void>;
  hasTime(): boolean;
};

export function openBankQueue({ bank, probe, recover, shareOut, hasTime }: BankQueueOptions): BankQueue {
  const [buyers, charges]: [WaitingRows, WaitingRows] = [openLane(), openLane()];
  let deferred = 0;
  let isFinishing = false;
  let workers: Promise<void>[] = [];
  const mayAsk = openTrial(probe);

  const next = () => takeNext(buyers) ?? (isFinishing ? takeNext(charges) : undefined);

  async function work(): Promise<void> {
    for (let row = next(); row !== undefined && hasTime(); row = next()) {
      if (row.asksNoBank || (await mayAsk(row)) || row.cannotWait) await recover(row);
      else deferred += 1;
    }
  }

  return {
    offer(row) {
      const lane = row.isBuyers ? buyers : charges;
      if (lane.waiting >= MOST_WAITING) return false;
      lane.waiting += 1;
      putInto(lane.rows, row);
      if (workers.length < AT_ONCE) workers.push(work());
      return true;
    },
    async finish() {
      if (charges.waiting > BACKLOG && !(await bank.isShut())) {
        const { shares, kept } = dealCharges(charges.rows);
        Object.assign(charges, openLane(), { waiting: kept.length });
        for (const row of kept) putInto(charges.rows, row);
        await shareOut(shares);
      }
      isFinishing = true;
      await Promise.all(workers);
      workers = Array.from({ length: Math.min(buyers.waiting + charges.waiting, AT_ONCE) }, work);
      await Promise.all(workers);
      return { deferred };
    },
  };
}

/**
 * A row whose virtual POS gets no answer has the bank probed, once for all rows. If it does not answer, they
 * wait for the next sweep. A row that cannot wait is so asked about before it is given to a person.
 */
function openTrial(probe: BankQueueOptions['probe']): (row: SweptRow) => Promise<boolean> {
  let trial: Promise<void> | undefined;
  return async ({ access }) => {
    if (!(await access.isShut())) return true;
    trial ??= probe();
    await trial;
    return !(await access.isShut());
  };
}

const openLane = (): WaitingRows => ({ rows: new Map(), waiting: 0 });

function takeNext(lane: WaitingRows): SweptRow | undefined {
  const row = takeFrom(lane.rows);
  if (row !== undefined) lane.waiting -= 1;
  return row;
}

/**
 * Deals the charges of a backlog to the shares; merchants take turns. Charges beyond all shares stay due.
 * Holds and looks stay in the queue, because they are not charges like others.
 */
function dealCharges(charges: MerchantRows): { shares: SweptRow[][]; kept: SweptRow[] } {
  const all: MerchantRows = new Map([...charges].map(([merchantId, rows]) => [merchantId, [...rows]]));
  const shares: SweptRow[][] = Array.from({ length: SHARES }, () => []);
  const kept: SweptRow[] = [];
  let dealt = 0;
  for (let row = takeFrom(all); row !== undefined; row = takeFrom(all)) {
    if (row.noun !== 'RECURRING') kept.push(row);
    else if (dealt < SHARES * MOST_IN_SHARE) {
      shares[dealt % SHARES]?.push(row);
      dealt += 1;
    }
  }
  return { shares, kept };
}

function putInto(rows: MerchantRows, row: SweptRow): void {
  const ofMerchant = rows.get(row.merchantId);
  if (ofMerchant) ofMerchant.push(row);
  else rows.set(row.merchantId, [row]);
}

/** Removes and returns the oldest row of the next merchant. */
function takeFrom(rows: MerchantRows): SweptRow | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const [merchantId, ofMerchant] = first;
  const row = ofMerchant.shift();
  rows.delete(merchantId);
  if (ofMerchant.length > 0) rows.set(merchantId, ofMerchant);
  return row;
}
