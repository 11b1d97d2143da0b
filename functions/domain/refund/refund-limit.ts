// The limit of refunds of one payment. The bank's history of the order, which is read before each, has a row
// for each of them, and must fit into one answer (refunds.md 5.13).
import type { Payment } from '../payment/payment.ts';
import { Rejection } from '../rejection.ts';

/** Most refunds of one payment that are ever sent to the bank, refused ones included. */
export const MOST_CREDITS = 500;

export const isCreditLeft = ({ creditsSent = 0 }: Pick<Payment, 'creditsSent'>): boolean =>
  creditsSent < MOST_CREDITS;

export const limitReached = (facts: { refundId?: string } = {}): Rejection =>
  new Rejection('REFUND_LIMIT_REACHED', { maxRefunds: MOST_CREDITS, ...facts });
