// Refunds: an inbox in two panes. What a decision does is shown before it is made.
import type { VNode } from 'preact';
import { paymentOf, refundList, refundOf, type ShownPayment, type ShownRefund } from '../api.ts';
import { answerTo, type Desk, type DeskProps, type DeskView } from '../desk.ts';
import { Button, Instead, ListRows, TwoPanes } from '../panes.tsx';
import {
  ago,
  bankAnswer,
  by,
  Facts,
  orderFact,
  State,
  stateWord,
  sum,
  text,
  Unresolved,
  when,
} from '../parts.tsx';
import { addressOf, type DeskPlace } from '../place.ts';
import { may } from '../session.ts';
import { cardOf, w } from '../words.ts';

/** Without filters the view is the inbox. */
const usual = ({ params: { startDate, id } }: DeskPlace) =>
  startDate === undefined && id === undefined ? 'Pending' : undefined;

function asked({ place }: Desk) {
  const { status = usual(place), cursor, startDate, endDate } = place.params;
  return refundList({ limit: 100, status, cursor, startDate, endDate });
}

/** Of those that wait for approval the oldest first: one page, or each page alone. */
function listed(desk: Desk) {
  const { items = [] } = answerTo(desk, asked(desk)).data ?? {};
  return (desk.place.params['status'] ?? usual(desk.place)) === 'Pending' ? items.toReversed() : items;
}

/** The one of the address, else the first of the list. */
function selected(desk: Desk) {
  const id = desk.place.params['id'] ?? listed(desk)[0]?.refundId;
  return id === undefined ? undefined : refundOf(id);
}

function paymentOfSelected(desk: Desk) {
  const id = answerTo(desk, selected(desk)).data?.transactionId;
  return id === undefined ? undefined : paymentOf(id);
}

export const REFUNDS: DeskView = {
  title: () => w('İadeler', 'Refunds'),
  asks: (desk) => [asked(desk), selected(desk), paymentOfSelected(desk)],
  draw(desk, hands) {
    const { place } = desk;
    const answer = answerTo(desk, asked(desk));
    const one = answerTo(desk, selected(desk));
    const payment = answerTo(desk, paymentOfSelected(desk)).data;
    const shown = one.data && <OneRefund desk={desk} hands={hands} refund={one.data} payment={payment} />;
    return (
      <TwoPanes
        title={w('İadeler', 'Refunds')}
        place={place}
        name="status"
        of={['Pending', 'Processing', 'Completed', 'Failed', 'Rejected', 'Expired']}
        usual={usual(place)}
        answer={answer}
        none={w('Bu durumda iade yok.', 'No refund is in this state.')}
        one={shown ?? <Instead of={one} />}
      >
        <ListRows of={listed(desk).map((one) => lineOf(desk, one))} on={one.data?.refundId} />
      </TwoPanes>
    );
  },
};

/** Of refunds in one state the age tells more. */
const lineOf = ({ place, nowMs }: Desk, refund: ShownRefund) => ({
  id: refund.refundId,
  address: addressOf('refunds', { ...place.params, status: refund.status, id: refund.refundId }),
  title: refund.orderNumber,
  total: sum(refund.amount, refund.currency),
  left: text(refund.reason),
  right:
    (place.params['status'] ?? usual(place)) ? ago(refund.createdAt, nowMs) : <State of={refund.status} />,
});

type OneProps = DeskProps & { refund: ShownRefund; payment: ShownPayment | undefined };

function OneRefund({ desk, hands, refund, payment }: OneProps): VNode {
  const { nowMs, session } = desk;
  const { refundId, currency, createdAt, decidedAt } = refund;
  const isOpen = refund.status === 'Pending' && may(session, 'refunds:approve');
  return (
    <article>
      <h2>
        {sum(refund.amount, currency)} · <bdi>{refund.orderNumber}</bdi> <State of={refund.status} />
      </h2>
      <Unresolved of={refund} nowMs={nowMs} />
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
          orderFact(refund.orderNumber, refund.transactionId),
          payment !== undefined && [
            w('Ödeme', 'Payment'),
            [
              sum(payment.chargedAmount, currency),
              ` · ${cardOf(payment)} · `,
              when(payment.paidAt ?? payment.createdAt, nowMs),
            ],
          ],
          [w('Neden', 'Reason'), text(refund.reason)],
          [w('İsteyen', 'Requested by'), by(desk, refund.requestedBy, createdAt, refund.requestedByName)],
          [
            w('Karar veren', 'Decided by'),
            decidedAt && by(desk, refund.decidedBy, decidedAt, refund.decidedByName),
          ],
          [w('Bankada', 'At the bank'), refund.processedAs && stateWord(refund.processedAs)],
          [w('Banka referansı', 'Bank reference'), refund.bankReferenceNumber],
          [w('Bankanın yanıtı', "The bank's answer"), bankAnswer(refund)],
          [w('Not', 'Note'), text(refund.decisionNote)],
        ]}
      />
    </article>
  );
}
