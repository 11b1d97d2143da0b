// How every payment begins: its claim is stored, its outcome is not known, and nothing was given back.
import { defined } from '#domain/defined.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { PosChoice } from '#domain/payment/pos-route.ts';
import { leaseEpoch } from './lease.ts';

type Beginning = 'status' | 'refundedMinor' | 'reservedMinor' | 'threeDSecure' | 'inquiries' | 'leaseEpoch';

export const begunPayment = (sold: Omit<Payment, Beginning>): Payment => ({
  ...sold,
  status: 'Processing',
  refundedMinor: 0,
  reservedMinor: 0,
  threeDSecure: false,
  ...defined({ leaseEpoch: leaseEpoch() }),
  inquiries: 0,
});

/** The POS of a new payment. `reason` is absent for a sale that a bank has made already. */
export type PosPlace = Pick<PosChoice, 'posId'> & Partial<PosChoice>;

/** `Default` is not written: nearly every payment has no choice, and no longer row. */
export const placeOf = ({ posId, reason }: PosPlace) => ({
  posId,
  ...(reason !== undefined && reason !== 'Default' && { posReason: reason }),
});
