// The order in which a sweep takes rows. Each bank has a lane of its own, so that a bank that hangs delays
// only its own rows; in a lane buyers come before charges, and merchants take turns.
import type { BankLine } from '../bank-gate.ts';

/** Also the rate at which a bank gets back what waited for it, and a share of what one function can do. */
const AT_ONCE = 40;
/** More than one sweep can take; what is left out is due for the next one. */
const MOST_WAITING = 12_000;
/** More charges than these are a backlog: the sweep does not make them, but shares them out. */
const BACKLOG = 1_000;
/** As many invocations as a bank is asked at once, and what each makes in its time at an usual bank. */
const SHARES = AT_ONCE;
const MOST_IN_SHARE = 250;

/** The part of a due row that is kept until it is recovered. */
export type SweptRow = {
  /** `LOOK`: a payment that failed because its bank did not know the sale. */
  noun: 'PAYMENT' | 'LOOK' | 'REFUND' | 'RECURRING' | 'HOLD';
  merchantId: string;
  /** Of a hold its scope. */
  id: string;
  /** Rows of the merchant with the same line are recovered one after the other. */
  line?: string;
  /** A payment, a refund, or a charge that was sent: it comes before charges that were not. */
  isBuyers: boolean;
  /** The bank is not asked about it. */
  asksNoBank: boolean;
  /** It is taken even if the bank does not answer: a person has resolved it, or must do so now. */
  cannotWait: boolean;
};

type Rows = Map<string, SweptRow[]>;

export type Lane = {
  /** Takes a row if there is room. */
  offer(row: SweptRow): void;
  /** From now on charges are taken too, and the lane ends when it is empty. */
  finish(): Promise<{ deferred: number }>;
};

type LaneOptions = {
  bank: Pick<BankLine, 'isDown' | 'isOpen'>;
  /** Never throws. */
  recover(row: SweptRow): Promise<void>;
  /** Charges that other invocations make, each one after the other. Never throws. */
  shareOut(shares: readonly SweptRow[][]): Promise<void>;
  hasTime(): boolean;
};

export function openLane({ bank, recover, shareOut, hasTime }: LaneOptions): Lane {
  const [buyers, charges]: [Rows, Rows] = [new Map(), new Map()];
  let waiting = 0;
  let deferred = 0;
  let isFinishing = false;
  let workers: Promise<void>[] = [];
  const mayAsk = openTrial(bank, recover);

  const next = () => takeFrom(buyers) ?? (isFinishing ? takeFrom(charges) : undefined);

  async function work(): Promise<void> {
    for (let row = next(); row !== undefined && hasTime(); row = next()) {
      waiting -= 1;
      const permission = row.asksNoBank ? 'ask' : await mayAsk(row);
      if (permission === 'ask' || (permission === 'wait' && row.cannotWait)) await recover(row);
      else if (permission === 'wait') deferred += 1;
    }
  }

  return {
    offer(row) {
      if (waiting >= MOST_WAITING) return;
      waiting += 1;
      putInto(row.isBuyers ? buyers : charges, row);
      if (workers.length < AT_ONCE) workers.push(work());
    },
    async finish() {
      if (sizeOf(charges) > BACKLOG && !(await bank.isDown()) && !bank.isOpen()) {
        const { shares, kept } = dealCharges(charges);
        waiting -= sizeOf(charges) - kept.length;
        charges.clear();
        for (const row of kept) putInto(charges, row);
        await shareOut(shares);
      }
      isFinishing = true;
      await Promise.all(workers);
      workers = Array.from({ length: Math.min(waiting, AT_ONCE) }, work);
      await Promise.all(workers);
      return { deferred };
    },
  };
}

/**
 * While the breaker is open, one row is tried alone. If the bank does not answer it, all others wait for the
 * next sweep.
 */
function openTrial(bank: LaneOptions['bank'], recover: LaneOptions['recover']) {
  let trial: Promise<void> | undefined;
  let isDown = false;
  return async (row: SweptRow): Promise<'ask' | 'tried' | 'wait'> => {
    for (;;) {
      isDown ||= await bank.isDown();
      if (isDown) return 'wait';
      if (!bank.isOpen()) return 'ask';
      if (trial === undefined) {
        trial = recover(row);
        await trial;
        isDown ||= bank.isOpen();
        trial = undefined;
        return 'tried';
      }
      await trial;
    }
  };
}

const sizeOf = (rows: Rows): number => [...rows.values()].reduce((sum, { length }) => sum + length, 0);

/**
 * Deals the charges of a backlog to the shares, a merchant after the other. What is too much for all shares
 * stays due. Holds are kept: a probe is no charge like others.
 */
function dealCharges(charges: Rows): { shares: SweptRow[][]; kept: SweptRow[] } {
  const all: Rows = new Map([...charges].map(([merchantId, rows]) => [merchantId, [...rows]]));
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

function putInto(rows: Rows, row: SweptRow): void {
  const ofMerchant = rows.get(row.merchantId);
  if (ofMerchant) ofMerchant.push(row);
  else rows.set(row.merchantId, [row]);
}

/** The oldest row of the merchant that is next. */
function takeFrom(rows: Rows): SweptRow | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const [merchantId, ofMerchant] = first;
  const row = ofMerchant.shift();
  rows.delete(merchantId);
  if (ofMerchant.length > 0) rows.set(merchantId, ofMerchant);
  return row;
}
