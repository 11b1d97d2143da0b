// Reads an order from both sides: its payments from our API and its sales from the bank's ledger.
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

export function orderViews({ api, service }: Harness) {
  const paymentsOf = async (orderNumber: string): Promise<ShownPayment[]> => {
    const path = `/api/payment?orderNumber=${encodeURIComponent(orderNumber)}`;
    return (await api<{ items: ShownPayment[] }>('GET', path)).json.data.items;
  };
  /** The sales that the bank received for the order, newest last. */
  const salesOf = async (orderNumber: string) => {
    const ours = (await paymentsOf(orderNumber)).map((one) => one.paymentReferenceNumber.replace('-', ''));
    return service.bank.ledger().filter((one) => one.operation === 'sale' && ours.includes(one.orderId));
  };
  const approvedSalesOf = async (orderNumber: string) =>
    (await salesOf(orderNumber)).filter(({ outcome }) => outcome === 'approved');
  const stateOf = async ({ token }: Pick<OpenPage, 'token'>): Promise<string> =>
    String((await api('GET', `/api/payment/hostedpage/${token}`)).json.data['state']);
  return { paymentsOf, salesOf, approvedSalesOf, stateOf };
}
