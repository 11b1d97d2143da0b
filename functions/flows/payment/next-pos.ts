// The sale of a payment that has a choice between several POS (virtual-pos.md 4.6): one that certainly did not
// reach its bank goes to the next in the same call, under a new claim. What may have reached a bank stays there.
import type { Acquirer, SaleOutcome } from '#acquirer/acquirer.ts';
import { type Payment, posOf } from '#domain/payment/payment.ts';
import type { PosOrder, RoutedSale } from '#domain/payment/pos-route.ts';
import { writeNextPos } from '#store/payment/payment-writes.ts';
import { commit } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { connectRouted } from '../bank-connection.ts';
import { placeOf } from '../begun-payment.ts';
import { paymentLabels, reportSale } from './payment-labels.ts';

/** Among which POS the sale has a choice. */
export type SaleRoute = { posOrder: PosOrder; routed: RoutedSale };

type ClaimedSale = {
  payment: Payment;
  /** Of the payment's POS. */
  bank: Acquirer;
  /** Undefined if there is no other. */
  route: SaleRoute | undefined;
  /** True for a POS that must not be asked. */
  isBarred?: (posId: string) => boolean;
};

/**
 * Returns the outcome with the payment as it is claimed then. One other POS is tried: an endpoint has no time
 * for more, and its time limit is what an inquiry waits for before it believes "not found" (landing.ts).
 */
export async function sellRouted(
  { payment, bank, ...others }: ClaimedSale,
  sell: (bank: Acquirer, payment: Payment) => Promise<SaleOutcome>,
): Promise<{ payment: Payment; outcome: SaleOutcome }> {
  const outcome = await sell(bank, payment);
  reportSale(payment, outcome);
  const next = outcome.kind === 'notSent' ? await claimNext(payment, others) : undefined;
  if (next === undefined) return { payment, outcome };
  const there = await sell(next.bank, next.payment);
  reportSale(next.payment, there);
  return { payment: next.payment, outcome: there };
}

/** Undefined if there is no next POS, or if it is not certain that the claim names it. */
async function claimNext(
  payment: Payment,
  { route, isBarred }: Pick<ClaimedSale, 'route' | 'isBarred'>,
): Promise<{ payment: Payment; bank: Acquirer } | undefined> {
  if (route === undefined) return undefined;
  const former = posOf(payment);
  try {
    const { posOrder, routed } = route;
    const connection = await connectRouted(payment.merchantId, posOrder, routed, [former]);
    const { bank, access, choice } = connection;
    if (choice.posId === former || isBarred?.(choice.posId) || (await access.isShut())) return undefined;
    const place = placeOf(choice);
    const { kind } = await commitWithRetry(() => commit([writeNextPos(payment, place)]));
    const { posReason: _, ...sold } = payment;
    return kind === 'committed' ? { bank, payment: { ...sold, ...place } } : undefined;
  } catch (error) {
    log('error', 'payment not moved to the next POS', paymentLabels(payment), error);
    return undefined;
  }
}
