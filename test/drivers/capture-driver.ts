// Charges whose amount is only reserved, their captures and releases, and what moved at the bank.
import { connectBankOf } from '#flows/bank-connection.ts';
import { loadPayment } from '#store/payment/payment.ts';
import type { Harness } from '../harness/harness.ts';
import { singleChargeDriver } from './single-charge-driver.ts';

export type Step = 'capture' | 'release';
type Authorization = {
  amount: number | null;
  captureBefore: string;
  underWay: { kind: string; amount: number } | null;
};
export type HeldPayment = {
  paymentReferenceNumber: string;
  orderNumber: string;
  status: string;
  amount: number;
  bankReferenceNumber: string | null;
  authorization: Authorization;
};

/** What one charge or page reserves. */
export const HELD = 149.9;
export const KEPT = `preAuth ${HELD}`;

export function captureDriver(harness: Pick<Harness, 'api' | 'service' | 'merchant'>) {
  const { api, service, merchant } = harness;
  const charges = singleChargeDriver(harness);
  const stored = async (reference: string) => {
    const payment = await loadPayment(merchant.merchantId, reference);
    if (payment === undefined) throw new Error(`There is no payment ${reference}.`);
    return payment;
  };
  /** All that the bank was asked of the payment but inquiries. */
  const movesOf = async (reference: string) => {
    const { bankOrderId } = await stored(reference);
    return service.bank
      .ledger()
      .filter(({ orderId, operation }) => orderId === bankOrderId && operation !== 'inquiry');
  };
  return {
    charges,
    stored,
    async hold(more: Record<string, unknown> = {}): Promise<HeldPayment> {
      const { status, json } = await charges.charge({ capture: 'manual', ...more });
      if (status !== 201) throw new Error(JSON.stringify(json));
      return json.data as unknown as HeldPayment;
    },
    post: (reference: string, step: Step, body: object = {}, key?: string) =>
      api<HeldPayment>('POST', `/api/payment/${reference}/${step}`, {
        body,
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      }),
    show: async (reference: string) => (await api<HeldPayment>('GET', `/api/payment/${reference}`)).json.data,
    /** What the bank has done, such as `capture 100`. */
    movesAt: async (reference: string): Promise<string[]> =>
      (await movesOf(reference))
        .filter(({ outcome }) => outcome === 'approved')
        .map(({ operation, amount }) => `${operation} ${amount}`),
    /** All that the bank was asked to do after the reservation, also in vain. */
    askedAt: async (reference: string): Promise<string[]> =>
      (await movesOf(reference)).slice(1).map(({ operation, outcome }) => `${operation} ${outcome}`),
    /** The operations of the order, as the bank shows them. */
    async historyOf(reference: string) {
      const payment = await stored(reference);
      const { bank } = await connectBankOf(payment);
      const inquiry = await bank.inquire(payment.bankOrderId);
      return inquiry.kind === 'found' ? inquiry.operations : [];
    },
    /** A capture that the merchant makes in the portal of its bank. */
    async captureInPortal(reference: string, amountMinor: number): Promise<void> {
      const payment = await stored(reference);
      const { bankOrderId, bankReferenceNumber: hostReference = '' } = payment;
      const { bank } = await connectBankOf(payment);
      const { kind } = await bank.capture({ bankOrderId, amountMinor, currency: 'TRY', hostReference });
      if (kind !== 'approved') throw new Error(`The capture is ${kind}.`);
    },
  };
}
