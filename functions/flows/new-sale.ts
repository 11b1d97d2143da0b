// How every payment begins: its claim is stored, its outcome is not known, and nothing was given back.
import { defined } from '#domain/defined.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { leaseEpoch } from './lease.ts';

type Beginning = 'status' | 'refundedMinor' | 'reservedMinor' | 'threeDSecure' | 'inquiries' | 'leaseEpoch';

export const newSale = (sold: Omit<Payment, Beginning>): Payment => ({
  ...sold,
  status: 'Processing',
  refundedMinor: 0,
  reservedMinor: 0,
  threeDSecure: false,
  ...defined({ leaseEpoch: leaseEpoch() }),
  inquiries: 0,
});
