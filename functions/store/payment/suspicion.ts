// Whether somebody tries stolen cards: many declines from one network or card range. The approvals beside them
// are read from the payments, and only if there are many declines.
import {
  DECLINE_WINDOW_MS,
  FEWEST_DECLINES,
  isCardTesting,
  suspiciousDeclines,
} from '#domain/payment/card-testing.ts';
import { object, optional, text } from '#domain/shape.ts';
import { monthOf, statusPartition } from '../table/keys.ts';
import { type Item, instantIn, queryChildren, queryEntries } from '../table/table.ts';
import { binOf, type DeclineTraces, type Origin, partitions } from './decline.ts';

type Suspicion = { origin: Origin; declines: number };

/** Declines that are read before the approvals are known; more are read beside more than ten approvals. */
const FIRST_READ = suspiciousDeclines(10);
const MOST_COMPARED = 200;

/** The card range or the address whose recent payments look like card testing; the range takes precedence. */
export async function findSuspicion(traces: DeclineTraces, now: Date): Promise<Suspicion | undefined> {
  const from = new Date(now.getTime() - DECLINE_WINDOW_MS).toISOString();
  const read = await Promise.all(
    partitions(traces).map(async ([origin, partition]) => {
      const newest = await declinesSince(from, partition, FIRST_READ, now);
      return { origin, partition, newest };
    }),
  );
  if (read.every(({ newest }) => newest.length < FEWEST_DECLINES)) return undefined;
  const approvals = await recentApprovals(traces.merchantId, from, now);
  const isOfOrigin: Record<Origin, (payment: JudgedPayment) => boolean> = {
    CARD_RANGE: (payment) => binOf(payment) === traces.bin,
    ADDRESS: ({ payerDigest }) => payerDigest === traces.payerDigest,
  };
  const judged = await Promise.all(
    read.map(async ({ origin, partition, newest }) => {
      const approved = approvals.payments.filter(isOfOrigin[origin]).length;
      const needed = suspiciousDeclines(approved);
      const hasMore = newest.length === FIRST_READ && needed > FIRST_READ;
      const declines = hasMore ? await declinesSince(approvals.from, partition, needed, now) : newest;
      const compared = declines.filter((sort) => sort >= approvals.from);
      return { origin, declines: compared.length, approvals: approved };
    }),
  );
  return judged.find(isCardTesting);
}

/** The sort keys of the newest declines. One of the last moment may be missing: ten minutes are judged. */
async function declinesSince(from: string, partition: string, limit: number, now: Date): Promise<string[]> {
  const wanted = { partition, from, to: `${now.toISOString()}~`, limit, isLatest: false };
  const { items } = await queryChildren(wanted);
  return items.map(({ sk }) => sk);
}

/** The newest approved payments on pages, since the returned `from`, which is later for a busy merchant. */
export async function recentApprovals(merchantId: string, from: string, now: Date) {
  const newest = (status: 'Successful' | 'Authorized') =>
    newestIn(merchantId, status, { from, limit: MOST_COMPARED, now });
  const read = (await Promise.all([newest('Successful'), newest('Authorized')])).flat();
  // Before the oldest payment of a full page, others of its partition are missing. They are in the order of
  // `paidAt`, which is never before `createdAt`, or of this.
  const cuts = read
    .filter(({ length }) => length === MOST_COMPARED)
    .map((page) => page.at(-1)?.sortedAt ?? from);
  const since = [from, ...cuts].sort().at(-1) ?? from;
  const isJudged = ({ source, createdAt }: JudgedPayment) => source === 'HostedPage' && createdAt >= since;
  return { payments: read.flat().filter(isJudged), from: since };
}

/** The newest failed payments, of charges too. */
export const newestDeclines = async (merchantId: string, since: Since): Promise<JudgedPayment[]> =>
  (await newestIn(merchantId, 'Failed', since)).flat();

type Since = { from: string; limit: number; now: Date };

/** By month, of which there are two at the beginning of one. */
async function newestIn(
  merchantId: string,
  status: 'Successful' | 'Authorized' | 'Failed',
  { from, limit, now }: Since,
): Promise<JudgedPayment[][]> {
  const months = [...new Set([now.toISOString(), from].map(monthOf))];
  return await Promise.all(
    months.map(async (month) => {
      const partition = statusPartition(merchantId, { noun: 'PAYMENT', status, month });
      const { items } = await queryEntries({ index: 'status', partition, from, limit });
      return items.map(judgedIn);
    }),
  );
}

/** What the index holds of a payment suffices, so that no row is read while an attack is under way. */
const JUDGED = /* @__PURE__ */ object({
  source: text,
  maskedCardNumber: text,
  payerDigest: optional(text),
  errorCode: optional(text),
  createdAt: text,
});
type JudgedPayment = ReturnType<typeof judgedIn>;
const judgedIn = (entry: Item) => ({
  ...JUDGED.read(entry, 'payment'),
  sortedAt: instantIn(entry, 'status'),
});
