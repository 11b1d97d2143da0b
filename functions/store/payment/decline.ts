// The declines of the last minutes, by the buyer's network and by the card's range. One row per decline, so
// that concurrent payments share no counter, and writing a decline twice changes nothing.
import { createHash } from 'node:crypto';
import { buyerNetwork, DECLINE_WINDOW_MS, MAX_DECLINES_IN_WINDOW } from '#domain/payment/card-testing.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Write } from '../table/commit.ts';
import { declinePartition, timeSort } from '../table/keys.ts';
import { queryChildren } from '../table/table.ts';

/** Addresses are stored as digests with the merchant's id, and only for minutes. */
export const addressDigest = (merchantId: string, address: string) =>
  createHash('sha256')
    .update(`${merchantId}|${buyerNetwork(address)}`)
    .digest('base64url');

type Traces = Pick<Payment, 'merchantId'> & { payerDigest?: string; bin: string };
type Origin = 'ADDRESS' | 'CARD_RANGE';

function partitions({ merchantId, payerDigest, bin }: Traces): [Origin, string][] {
  const range: [Origin, string] = ['CARD_RANGE', declinePartition(merchantId, 'BIN', bin)];
  if (payerDigest === undefined) return [range];
  return [range, ['ADDRESS', declinePartition(merchantId, 'ADDRESS', payerDigest)]];
}

/** The rows of a declined payment; the time-to-live removes them. */
export function writeDecline(payment: Payment, now: Date): Write[] {
  const { merchantId, payerDigest, maskedCardNumber, paymentReferenceNumber } = payment;
  const traces = { merchantId, bin: maskedCardNumber.slice(0, 6), ...(payerDigest && { payerDigest }) };
  const expiresAtSeconds = Math.ceil((now.getTime() + DECLINE_WINDOW_MS) / 1000);
  const sk = timeSort(now.toISOString(), paymentReferenceNumber);
  return partitions(traces).map(([, pk]) => ({
    what: 'decline',
    kind: 'put',
    item: { pk, sk, version: 1, expiresAtSeconds },
  }));
}

/** The origin of too many recent declines, if there is one. */
export async function findDeclineGuard(traces: Traces, now: Date): Promise<Origin | undefined> {
  const from = new Date(now.getTime() - DECLINE_WINDOW_MS).toISOString();
  const counts = await Promise.all(
    partitions(traces).map(async ([origin, partition]) => {
      const to = `${now.toISOString()}~`;
      const { items } = await queryChildren({ partition, from, to, limit: MAX_DECLINES_IN_WINDOW });
      return { origin, isFull: items.length >= MAX_DECLINES_IN_WINDOW };
    }),
  );
  return counts.find(({ isFull }) => isFull)?.origin;
}
