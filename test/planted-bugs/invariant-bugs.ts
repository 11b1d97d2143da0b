// Bugs in the invariants of rows about money: each is noticed because the row is not reported.
import type { PlantedBug } from './planted-bug.ts';

export const INVARIANT_BUGS: readonly PlantedBug[] = [
  {
    name: 'more is given back than a payment has taken, and nobody is told',
    file: 'store/payment/payment.ts',
    find: 'refundedMinor + reservedMinor <= amountMinor',
    replace: 'refundedMinor + reservedMinor <= Number.MAX_SAFE_INTEGER',
    tests: ['store/invariants'],
  },
  {
    name: 'a payment whose refund lock holds nothing is not reported',
    file: 'store/payment/payment.ts',
    find: 'refundLock === undefined || reservedMinor > 0',
    replace: "refundLock !== '' || reservedMinor > 0",
    tests: ['store/invariants'],
  },
  {
    name: 'a reference of a refund that gave nothing back is not reported',
    file: 'store/payment/payment.ts',
    find: '!refundReferences?.size || refundedMinor > 0',
    replace: 'refundReferences !== null || refundedMinor > 0',
    tests: ['store/invariants'],
  },
  {
    name: 'a plan is charged whose version is not that of its row',
    file: 'store/recurring-payment/recurring-payment.ts',
    find: 'version === undefined || version === record.version',
    replace: 'version === undefined || record.version > 0',
    tests: ['store/invariants'],
  },
  {
    name: 'an outcome that leaves a contradiction waits for nobody',
    file: 'store/payment/payment.ts',
    find: 'if (isSound(PAYMENT_JUDGE, after, write.key)) return write;',
    replace: "if (isSound(PAYMENT_JUDGE, after, write.key) || after.merchantId !== '') return write;",
    tests: ['store/invariants'],
  },
  {
    name: 'a payment that contradicts itself is refunded',
    file: 'store/table/invariants.ts',
    find: 'if (!isSound(judge, value, key)) throw',
    replace: "if (!isSound(judge, value, key) && key.pk === '') throw",
    tests: ['store/invariants'],
  },
  {
    name: 'a payment with a refund before the bank has answered is not reported',
    file: 'store/payment/payment.ts',
    find: 'refundedMinor + reservedMinor === 0,',
    replace: 'refundedMinor + reservedMinor < Number.MAX_SAFE_INTEGER,',
    tests: ['store/invariants'],
  },
  {
    name: 'a refund that was sent before its approval is not reported',
    file: 'store/refund/refund.ts',
    find: 'sent === undefined || (status',
    replace: 'sent !== null || (status',
    tests: ['store/invariants'],
  },
  {
    name: 'a completed refund without an operation is not reported',
    file: 'store/refund/refund.ts',
    find: "status !== 'Completed' || processedAs",
    replace: 'status !== null || processedAs',
    tests: ['store/invariants'],
  },
  {
    name: 'a sale at the bank without an open attempt is not reported',
    file: 'store/recurring-payment/recurring-payment.ts',
    find: 'pendingSale === undefined || record.openAttempt',
    replace: 'pendingSale !== null || record.openAttempt',
    tests: ['store/invariants'],
  },
];
