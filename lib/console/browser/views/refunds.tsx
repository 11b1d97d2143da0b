// Refunds: an inbox in two panes. What a decision does is shown before it is made.
import type { VNode } from 'preact';
import { paymentOf, refundList, refundOf, type ShownPayment, type ShownRefund } from '../api.ts';
import { answerTo, type Desk, type DeskView, type Hands } from '../desk.ts';
import {
  ago,
  Button,
  Facts,
  Filter,
  Instead,
  ListRows,
  More,
  Panes,
  State,
  sum,
  text,
  Unknown,
  when,
} from '../parts.tsx';
import { addressOf, type DeskPlace } from '../place.ts';
import { may, nameOf } from '../session.ts';
import { w } from '../words.ts';

/** Without filters the view is the inbox. */
const usual = ({ params: { startDate, refund } }: DeskPlace) =>
  startDate === undefined && refund === undefined ? 'Pending' : undefined;

function asked({ place }: Desk) {
  const { status = usual(place), cursor, startDate, endDate } = place.params;
  return refundList({ limit: 50, status, cursor, startDate, endDate });
}

/** The one of the address, else the first of the list. */
function selected(desk: Desk): string | undefined {
  return desk.place.params['refund'] ?? answerTo(desk, asked(desk)).data?.items[0]?.refundId;
}

function paymentAsk(desk: Desk) {
  const id = selected(desk);
  const transaction = id === undefined ? undefined : answerTo(desk, refundOf(id)).data?.transactionId;
  return transaction === undefined ? undefined : paymentOf(transaction);
}

export const REFUNDS: DeskView = {
  title: () => w('İadeler', 'Refunds'),
  asks(desk) {
    const id = selected(desk);
    const asks = [asked(desk), id === undefined ? undefined : refundOf(id), paymentAsk(desk)];
    return asks.filter((one) => one !== undefined);
  },
  draw(desk, hands) {
    const { place } = desk;
    const answer = answerTo(desk, asked(desk));
    const { items = [], nextCursor = null } = answer.data ?? {};
    const id = selected(desk);
    const refund = id === undefined ? undefined : answerTo(desk, refundOf(id));
    const payment = paymentAsk(desk);
    return (
      <>
        <h1>{w('İadeler', 'Refunds')}</h1>
        <Filter
          place={place}
          name="status"
          label={w('Durum', 'State')}
          of={STATES()}
          usual={usual(place)}
          one="refund"
        />
        <Panes
          list={
            <>
              {items.length === 0 && (
                <Instead of={answer} none={w('Bu durumda iade yok.', 'No refund is in this state.')} />
              )}
              <ListRows of={items.map((one) => lineOf(desk, one))} on={id} />
              <More place={place} cursor={nextCursor} />
            </>
          }
          one={
            refund?.data === undefined ? (
              refund && <Instead of={refund} none="" />
            ) : (
              <OneRefund
                desk={desk}
                hands={hands}
                refund={refund.data}
                payment={payment && answerTo(desk, payment).data}
              />
            )
          }
        />
      </>
    );
  },
};

const STATES = () =>
  [
    ['Pending', w('Onay bekleyen', 'To approve')],
    ['Processing', w('Bekleyen', 'Waiting')],
    ['Completed', w('Tamamlanan', 'Completed')],
    ['Failed', w('Başarısız', 'Failed')],
    ['Rejected', w('Reddedilen', 'Rejected')],
  ] as const;

const lineOf = ({ place, nowMs }: Desk, refund: ShownRefund) => ({
  id: refund.refundId,
  address: addressOf('refunds', { ...place.params, status: refund.status, refund: refund.refundId }),
  title: refund.orderNumber,
  total: sum(refund.amount, refund.currency),
  left: text(refund.reason),
  right: ago(refund.createdAt, nowMs),
});

type OneProps = { desk: Desk; hands: Hands; refund: ShownRefund; payment: ShownPayment | undefined };

function OneRefund({ desk, hands, refund, payment }: OneProps): VNode {
  const { nowMs, session } = desk;
  const { refundId, currency } = refund;
  const isOpen = refund.status === 'Pending' && may(session, 'refunds:approve');
  return (
    <article>
      <h2>
        {sum(refund.amount, currency)} <State of={refund.status} />
      </h2>
      <Unknown of={refund} nowMs={nowMs} />
      {isOpen && (
        <p class="do">
          <Button kind="main" hotkey="a" onClick={() => hands.begin('approve', refundId)}>
            {w('Onayla', 'Approve')}
          </Button>
          <Button hotkey="x" onClick={() => hands.begin('reject', refundId)}>
            {w('Reddet', 'Reject')}
          </Button>
        </p>
      )}
      <Facts
        of={[
          [
            w('Sipariş', 'Order'),
            <a
              key="order"
              href={addressOf('order', { orderNumber: refund.orderNumber, payment: refund.transactionId })}
            >
              <bdi>{refund.orderNumber}</bdi>
            </a>,
          ],
          payment !== undefined && [
            w('Ödeme', 'Payment'),
            <>
              {sum(payment.chargedAmount, currency)} · •••• {payment.maskedCardNumber.slice(-4)} ·{' '}
              {when(payment.paidAt ?? payment.createdAt, nowMs)}
            </>,
          ],
          [w('Neden', 'Reason'), text(refund.reason)],
          [w('İsteyen', 'Asked by'), nameOf(session, refund.requestedBy) ?? null],
          [w('İstendi', 'Asked'), when(refund.createdAt, nowMs)],
          [w('Karar veren', 'Decided by'), nameOf(session, refund.decidedBy) ?? null],
          refund.decidedAt !== null && [w('Karar', 'Decided'), when(refund.decidedAt, nowMs)],
          [w('Bankada', 'At the bank'), processed(refund)],
          [w('Banka referansı', 'Bank reference'), refund.bankReferenceNumber],
          [w('Bankanın yanıtı', "The bank's answer"), text(refund.bankMessage ?? refund.errorCode)],
          [w('Not', 'Note'), text(refund.decisionNote)],
        ]}
      />
    </article>
  );
}

function processed({ processedAs }: ShownRefund): string | null {
  if (processedAs === null) return null;
  return processedAs === 'Void'
    ? w('iptal: ekstrede görünmez', 'void: not on the statement')
    : w('iade satırı', 'a refund');
}
