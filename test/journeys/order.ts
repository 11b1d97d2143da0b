// Reads an order from both sides: its payments from our API and its sales from the bank's ledger.
import { orderAttemptId } from '#domain/payment/hosted-page.ts';
import type { Harness, OpenPage } from '../harness/harness.ts';

type ShownPayment = {
  paymentReferenceNumber: string;
  status: string;
  statusLabel: string;
  amount: number;
  errorCode: string | null;
  bankReferenceNumber: string | null;
  authorizationCode: string | null;
  paidAt: string | null;
  createdAt: string;
};

/** The beginning of the bank order ids of all attempts to pay an order. */
export const orderIdsOf = (merchantId: string, orderNumber: string): string =>
  orderAttemptId({ merchantId, orderNumber }, 1).replace(/1$/, '');

export function orderViews({ api, service, merchant: { merchantId } }: Harness) {
  const paymentsOf = async (orderNumber: string): Promise<ShownPayment[]> => {
    const path = `/api/payment?orderNumber=${encodeURIComponent(orderNumber)}`;
    return (await api<{ items: ShownPayment[] }>('GET', path)).json.data.items;
  };
  /** The sales that the bank received for the order, newest last. */
  const salesOf = async (orderNumber: string) => {
    const ours = orderIdsOf(merchantId, orderNumber);
    return service.bank
      .ledger()
      .filter(({ operation, orderId }) => operation === 'sale' && orderId.startsWith(ours));
  };
  const approvedSalesOf = async (orderNumber: string) =>
    (await salesOf(orderNumber)).filter(({ outcome }) => outcome === 'approved');
  const stateOf = async ({ token }: Pick<OpenPage, 'token'>): Promise<string> =>
    String((await api('GET', `/api/payment/hostedpage/${token}`)).json.data['state']);
  return { paymentsOf, salesOf, approvedSalesOf, stateOf };
}
