// An order from both sides: what our API says of its payments and what the bank's own books say.
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
  /** What the bank was asked to sell for the order, newest last. */
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
