// The declines of the last minutes, by the buyer's network and by the card's range. One row per decline, so
// that concurrent payments share no counter, and writing a decline twice changes nothing. Approvals have no
// rows of their own: they are read from the payments, and only if there are many declines.
import { createHash } from 'node:crypto';
import type { CardPage, Verification } from '#domain/card/card-page.ts';
import { defined } from '#domain/defined.ts';
import {
  buyerNetwork,
  DECLINE_WINDOW_MS,
  FEWEST_DECLINES,
  isCardTesting,
  suspiciousDeclines,
} from '#domain/payment/card-testing.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { object, optional, text } from '#domain/shape.ts';
import type { Write } from '../table/commit.ts';
import { declinePartition, monthOf, statusPartition, timeSort } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { type Item, instantIn, queryChildren, queryEntries } from '../table/table.ts';

/** Addresses are stored as digests with the merchant's id, and only for minutes. */
export const addressDigest = (merchantId: string, address: string) =>
  createHash('sha256')
    .update(`${merchantId}|${buyerNetwork(address)}`)
    .digest('base64url');

export const declineKind = () =>
  ({
    keys: [declineKey('BIN'), declineKey('ADDRESS')],
    readBy: 'guards: last minutes',
    grants: {
      'range-decline': 'attempts on pages, by card range',
      'address-decline': 'attempts on pages, by network address',
    },
    events: 'nothing: it counts attempts',
  }) satisfies Kind;
const declineKey = (by: 'BIN' | 'ADDRESS') => ({
  pk: declinePartition('{m}', by, '{value}'),
  sk: timeSort('{instant}', '{reference}'),
});

type DeclineTraces = Pick<Payment, 'merchantId'> & { payerDigest?: string; bin: string };
type Origin = 'ADDRESS' | 'CARD_RANGE';

function partitions({ merchantId, payerDigest, bin }: DeclineTraces): [Origin, string][] {
  const range: [Origin, string] = ['CARD_RANGE', declinePartition(merchantId, 'BIN', bin)];
  if (payerDigest === undefined) return [range];
  return [range, ['ADDRESS', declinePartition(merchantId, 'ADDRESS', payerDigest)]];
}

const binOf = ({ maskedCardNumber }: Pick<Payment, 'maskedCardNumber'>) => maskedCardNumber.slice(0, 6);

type DeclinedPayment = Pick<
  Payment,
  'merchantId' | 'payerDigest' | 'paymentReferenceNumber' | 'maskedCardNumber'
>;
type DeclinedVerification = Pick<Verification, 'bankOrderId' | 'maskedCardNumber' | 'payerDigest'>;

/**
 * The rows of a declined payment; the time-to-live removes them. `isByBank`: false for a challenge that was
 * given up or failed, which proves nothing about the range of the card.
 */
export function writeDecline(
  payment: DeclinedPayment,
  { isByBank }: { isByBank: boolean },
  now: Date,
): Write[] {
  const { merchantId, payerDigest, paymentReferenceNumber } = payment;
  const traces = { merchantId, bin: binOf(payment), ...(payerDigest && { payerDigest }) };
  const expiresAtSeconds = Math.ceil((now.getTime() + DECLINE_WINDOW_MS) / 1000);
  const sk = timeSort(now.toISOString(), paymentReferenceNumber);
  return partitions(traces)
    .filter(([origin]) => isByBank || origin === 'ADDRESS')
    .map(([, pk]) => ({ what: 'decline', kind: 'put', item: { pk, sk, version: 1, expiresAtSeconds } }));
}

/** The same for a card page, which has no payment. */
export function writeCardPageDecline(
  { merchantId }: Pick<CardPage, 'merchantId'>,
  { bankOrderId, maskedCardNumber, payerDigest }: DeclinedVerification,
  by: { isByBank: boolean },
  now: Date,
): Write[] {
  const named = { merchantId, maskedCardNumber, paymentReferenceNumber: bankOrderId };
  return writeDecline({ ...named, ...defined({ payerDigest }) }, by, now);
}

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
  const isOfOrigin: Record<Origin, (payment: Approval) => boolean> = {
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
async function recentApprovals(merchantId: string, from: string, now: Date) {
  const months = [...new Set([now.toISOString(), from].map(monthOf))];
  const pages = await Promise.all(
    months.map((month) => {
      const partition = statusPartition(merchantId, { noun: 'PAYMENT', status: 'Successful', month });
      return queryEntries({ index: 'status', partition, from, limit: MOST_COMPARED });
    }),
  );
  const read = pages.map(({ items }) => items.map(approvalIn));
  // Before the oldest payment of a full page, others of its partition are missing. They are in the order of
  // `paidAt`, which is never before `createdAt`.
  const cuts = read
    .filter(({ length }) => length === MOST_COMPARED)
    .map((page) => page.at(-1)?.paidAt ?? from);
  const since = [from, ...cuts].sort().at(-1) ?? from;
  const isJudged = ({ source, createdAt }: Approval) => source === 'HostedPage' && createdAt >= since;
  return { payments: read.flat().filter(isJudged), from: since };
}

/** What the index holds of a payment suffices, so that no row is read while an attack is under way. */
const APPROVAL = /* @__PURE__ */ object({
  source: text,
  maskedCardNumber: text,
  payerDigest: optional(text),
  createdAt: text,
});
type Approval = ReturnType<typeof approvalIn>;
const approvalIn = (entry: Item) => ({
  ...APPROVAL.read(entry, 'payment'),
  paidAt: instantIn(entry, 'status'),
});
