// The declines of the last minutes, by the buyer's network and by the card's range. One row per decline, so
// that concurrent payments share no counter, and writing a decline twice changes nothing. Approvals have no
// rows of their own (suspicion.ts).
import { createHash } from 'node:crypto';
import type { CardPage, Verification } from '#domain/card/card-page.ts';
import { defined } from '#domain/defined.ts';
import { buyerNetwork, DECLINE_WINDOW_MS } from '#domain/payment/card-testing.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Write } from '../table/commit.ts';
import { declinePartition, timeSort } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';

/**
 * With the merchant's id, and so short that some 65,000 IPv4 addresses share it: a payment keeps it for good,
 * and nobody can find its buyer by it. Within minutes two networks seldom have the same.
 */
export const addressDigest = (merchantId: string, address: string | undefined) =>
  address &&
  createHash('sha256')
    .update(`${merchantId}|${buyerNetwork(address)}`)
    .digest('hex')
    .slice(0, 4);

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

export type DeclineTraces = Pick<Payment, 'merchantId'> & { payerDigest?: string; bin: string };
export type Origin = 'ADDRESS' | 'CARD_RANGE';

export function partitions({ merchantId, payerDigest, bin }: DeclineTraces): [Origin, string][] {
  const range: [Origin, string] = ['CARD_RANGE', declinePartition(merchantId, 'BIN', bin)];
  if (payerDigest === undefined) return [range];
  return [range, ['ADDRESS', declinePartition(merchantId, 'ADDRESS', payerDigest)]];
}

export const binOf = ({ maskedCardNumber }: Pick<Payment, 'maskedCardNumber'>) =>
  maskedCardNumber.slice(0, 6);

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
