// Recurring payments: those that were not paid first, then what will be charged on which day, and one plan
// with its periods.
import type { VNode } from 'preact';
import { customerOf, periodsOf, planList, planOf, type ShownPeriod, type ShownPlan } from '../api.ts';
import { answerTo, type Desk, type DeskView, type Hands } from '../desk.ts';
import {
  Button,
  Facts,
  Instead,
  ListRows,
  MadeLink,
  State,
  sum,
  TwoPanes,
  text,
  Unknown,
  when,
} from '../parts.tsx';
import { addressOf } from '../place.ts';
import { may } from '../session.ts';
import { dayInWords, dayOf, money, w } from '../words.ts';

const MOST = 100;

/** Without a status the calendar: the charges to come, the soonest first, and what was not paid. */
function listed({ place }: Desk) {
  const { status, cursor, customerId } = place.params;
  if (customerId || status) return [planList({ limit: MOST, cursor, customerId, status })];
  return [
    planList({ limit: MOST, cursor, by: 'nextPaymentDate' }),
    planList({ limit: MOST, status: 'Unpaid' }),
  ];
}

export const RECURRING: DeskView = {
  title: () => w('Düzenli ödemeler', 'Recurring'),
  asks(desk) {
    const { id } = desk.place.params;
    return [...listed(desk), ...(id ? [planOf(id), periodsOf(id), customerOfPlan(desk, id)] : [])];
  },
  draw(desk, hands) {
    const { place } = desk;
    const answers = listed(desk).map((ask) => answerTo(desk, ask));
    const plans = answers.flatMap(({ data }) => data?.items ?? []);
    const { id, status, customerId } = place.params;
    return (
      <TwoPanes
        title={w('Düzenli ödemeler', 'Recurring payments')}
        place={place}
        name="status"
        of={['', 'Unpaid', 'PastDue', 'Paused', 'Active', 'Completed', 'Cancelled']}
        all={w('Takvim', 'Calendar')}
        answer={answers[0] ?? { isLoading: false }}
        none={w('Bu durumda düzenli ödeme yok.', 'None is in this state.')}
        one={id && <OnePlan desk={desk} hands={hands} id={id} />}
      >
        {status || customerId ? <Plans desk={desk} plans={plans} /> : <Calendar desk={desk} plans={plans} />}
      </TwoPanes>
    );
  },
};

function customerOfPlan(desk: Desk, id: string) {
  const plan = answerTo(desk, planOf(id)).data;
  return plan && may(desk.session, 'customers:read') ? customerOf(plan.customerId) : undefined;
}

/** The unpaid first, then by the day of the next charge. */
function Calendar({ desk, plans }: { desk: Desk; plans: readonly ShownPlan[] }): VNode {
  const unpaid = plans.filter(({ status }) => status === 'Unpaid');
  const due = plans.filter(({ nextPaymentDate, status }) => nextPaymentDate !== null && status !== 'Unpaid');
  const days = [...Map.groupBy(due, ({ nextPaymentDate }) => dayOf(nextPaymentDate ?? 0))];
  return (
    <>
      {unpaid.length > 0 && (
        <section>
          <h2>{w('Ödenmedi', 'Unpaid')}</h2>
          <Plans desk={desk} plans={unpaid} />
        </section>
      )}
      {days.map(([day, own]) => (
        <section key={day}>
          <h2>
            {dayInWords(own[0]?.nextPaymentDate ?? day)} <small>{sumsOf(own)}</small>
          </h2>
          <Plans desk={desk} plans={own} />
        </section>
      ))}
    </>
  );
}

const sumsOf = (plans: readonly ShownPlan[]): string =>
  [...Map.groupBy(plans, ({ currency }) => currency)]
    .map(([currency, own]) => [own.reduce((sum, { amount }) => sum + amount, 0), currency] as const)
    .map((total) => money(...total))
    .join(' + ');

const Plans = ({ desk: { place }, plans }: { desk: Desk; plans: readonly ShownPlan[] }): VNode => (
  <ListRows
    on={place.params['id']}
    of={plans.map((plan) => ({
      id: plan.id,
      address: addressOf('recurring', { ...place.params, id: plan.id }),
      title: plan.subscriptionName,
      total: sum(plan.amount, plan.currency),
      left: text(
        [plan.merchantReference, `•••• ${plan.maskedCardNumber.slice(-4)}`].filter((one) => one).join(' · '),
      ),
      right: <State of={plan.status} />,
    }))}
  />
);

function OnePlan({ desk, hands, id }: { desk: Desk; hands: Hands; id: string }): VNode {
  const { session, nowMs } = desk;
  const { data: plan, ...answer } = answerTo(desk, planOf(id));
  if (plan === undefined) return <Instead of={answer} />;
  const periods = answerTo(desk, periodsOf(id)).data?.items ?? [];
  const customer = answerTo(desk, customerOfPlan(desk, id)).data;
  const isRunning = ['Active', 'Trialing', 'PastDue'].includes(plan.status);
  const canGoOn = plan.status === 'Paused' || plan.status === 'Unpaid';
  return (
    <article>
      <h2>
        <bdi>{plan.subscriptionName}</bdi> <State of={plan.status} />
      </h2>
      <Unknown of={plan} nowMs={nowMs} />
      {may(session, 'recurring') && (isRunning || canGoOn) && (
        <p class="do">
          <Button
            kind="main"
            hotkey="c"
            onClick={() => hands.begin('cardLink', id, { knownShop: session?.merchant.shop ?? '' })}
          >
            {w('Kart bağlantısı', 'Link for a card')}
          </Button>
          <Button hotkey="d" onClick={() => hands.begin(isRunning ? 'pause' : 'resume', id)}>
            {isRunning ? w('Duraklat', 'Pause') : w('Sürdür', 'Resume')}
          </Button>
        </p>
      )}
      <MadeLink of={id} hands={hands} />
      <Facts
        of={[
          [w('Tutar', 'Amount'), sum(plan.amount, plan.currency)],
          plan.nextPaymentDate !== null && [w('Sıradaki', 'Next'), when(plan.nextPaymentDate, nowMs)],
          [w('Kart', 'Card'), `•••• ${plan.maskedCardNumber.slice(-4)}`],
          [w('Neden', 'Reason'), text(reasonOf(plan))],
          [w('Alınan', 'Collected'), sum(plan.totalCollectedAmount, plan.currency)],
          plan.uncollectedAmount > 0 && [
            w('Alınamayan', 'Not collected'),
            sum(plan.uncollectedAmount, plan.currency),
          ],
          [w('Referans', 'Reference'), text(plan.merchantReference)],
          [
            w('Müşteri', 'Customer'),
            <a key="customer" href={addressOf('payments', { customerId: plan.customerId })}>
              {text(customer?.fullName) ?? w('ödemeleri', 'payments')}
            </a>,
          ],
        ]}
      />
      <Periods periods={periods} plan={plan} desk={desk} hands={hands} />
    </article>
  );
}

const reasonOf = ({ statusReason }: ShownPlan) =>
  statusReason === 'RetriesExhausted' ? w('denemeler bitti', 'no retry is left') : statusReason;

const COLLECTABLE = ['Failed', 'Missed', 'Skipped'];

type PeriodProps = { periods: readonly ShownPeriod[]; plan: ShownPlan; desk: Desk; hands: Hands };
const Periods = ({ periods, plan, desk, hands }: PeriodProps): VNode => (
  <section>
    <h3>{w('Dönemler', 'Periods')}</h3>
    <ul class="entries">
      {periods.map((period) => (
        <li key={period.periodNumber}>
          <span>{period.periodNumber}</span>
          {when(period.dueDate, desk.nowMs)}
          {sum(period.amount, period.currency)}
          <State of={period.state} />
          {may(desk.session, 'recurring') && COLLECTABLE.includes(period.state) && (
            <span class="do">
              <Button onClick={() => hands.begin('charge', plan.id, { period: String(period.periodNumber) })}>
                {w('Tahsil et', 'Charge')}
              </Button>
              <Button onClick={() => hands.begin('waive', plan.id, { period: String(period.periodNumber) })}>
                {w('Vazgeç', 'Waive')}
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  </section>
);
