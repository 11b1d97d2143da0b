// Recurring payments: those that were not paid first, then what will be charged on which day, and one plan
// with its periods.
import type { VNode } from 'preact';
import { linkOf, type MadeLink } from '../actions.ts';
import type { ShownPeriod, ShownPlan } from '../api.ts';
import { customerOf, paymentList, periodsOf, planList, planOf } from '../api.ts';
import { answerTo, type Desk, type DeskProps, type DeskView } from '../desk.ts';
import { Button, customersSought, filtersOf, Instead, Link, ListRows, Sought, TwoPanes } from '../panes.tsx';
import { bankAnswer, Facts, State, stateWord, sum, text, Unresolved, when } from '../parts.tsx';
import { addressOf, type DeskPlace } from '../place.ts';
import { isSought } from '../recognise.ts';
import { may } from '../session.ts';
import { cardOf, dayInWords, dayOf, money, w } from '../words.ts';

const MOST = 100;

/** Without filters the calendar: the charges to come, the soonest first, and what was not paid. */
function listed(desk: Desk) {
  const filters = filtersOf(desk);
  if (filters === undefined) return [];
  const { status, cursor } = filters;
  if (isCalendar(desk.place)) {
    const unpaid = planList({ limit: MOST, status: 'Unpaid' });
    return [planList({ limit: MOST, cursor, by: 'nextPaymentDate' }), unpaid];
  }
  return [planList({ limit: MOST, ...filters, status: status === 'All' ? undefined : status })];
}

const isFound = ({ params }: DeskPlace) => Object.keys(params).some(isSought);
const isCalendar = (place: DeskPlace) => !place.params['status'] && !isFound(place);

export const RECURRING: DeskView = {
  title: () => w('Düzenli ödemeler', 'Recurring'),
  asks(desk) {
    const { id } = desk.place.params;
    const one = id ? [planOf(id), periodsOf(id), customerOfPlan(desk, id), declineOf(desk, id)] : [];
    return [...customersSought(desk.place), ...listed(desk), ...one];
  },
  draw(desk, hands) {
    const { place } = desk;
    const answers = listed(desk).map((ask) => answerTo(desk, ask));
    const plans = answers.flatMap(({ data }) => data?.items ?? []);
    const { id } = place.params;
    const states = ['All', 'Unpaid', 'PastDue', 'Paused', 'Active', 'Completed', 'Cancelled'];
    return (
      <TwoPanes
        title={w('Düzenli ödemeler', 'Recurring payments')}
        place={place}
        name="status"
        of={isFound(place) ? states : ['', ...states]}
        all="Calendar"
        usual={isFound(place) ? 'All' : ''}
        answer={answers[0] ?? answerTo(desk, customersSought(place)[0])}
        none={w('Böyle bir düzenli ödeme yok.', 'There is no such recurring payment.')}
        one={id && <OnePlan desk={desk} hands={hands} id={id} />}
      >
        <Sought desk={desk} />
        {isCalendar(place) ? <Calendar desk={desk} plans={plans} /> : <Plans desk={desk} plans={plans} />}
      </TwoPanes>
    );
  },
};

function customerOfPlan(desk: Desk, id: string) {
  const plan = answerTo(desk, planOf(id)).data;
  return plan && may(desk.session, 'customers:read') ? customerOf(plan.customerId) : undefined;
}

/** The last payment of a plan that fails: why is told by the bank. */
function declineOf(desk: Desk, id: string) {
  const hasFailed = (answerTo(desk, planOf(id)).data?.failedAttemptCount ?? 0) > 0;
  return hasFailed ? paymentList({ recurringPaymentId: id, status: 'Failed', limit: 1 }) : undefined;
}

/** The unpaid first, then by the day of the next charge. */
function Calendar({ desk, plans }: { desk: Desk; plans: readonly ShownPlan[] }): VNode {
  const unpaid = plans.filter(({ status }) => status === 'Unpaid');
  const due = plans.filter(({ nextPaymentDate, status }) => nextPaymentDate !== null && status !== 'Unpaid');
  const days = [...Map.groupBy(due, ({ nextPaymentDate }) => dayOf(nextPaymentDate ?? 0)).values()];
  const groups = [unpaid, ...days].filter((own) => own.length > 0);
  return (
    <>
      {groups.map((own) => (
        <section key={own[0]?.id}>
          <h2>
            {own === unpaid ? stateWord('Unpaid') : dayInWords(own[0]?.nextPaymentDate ?? '')}{' '}
            <small>{own !== unpaid && sumsOf(own)}</small>
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
      left: text([plan.merchantReference, cardOf(plan)].filter((one) => one).join(' · ')),
      right: <State of={plan.status} />,
    }))}
  />
);

function OnePlan({ desk, hands, id }: DeskProps & { id: string }): VNode {
  const { session, nowMs } = desk;
  const { data: plan, ...answer } = answerTo(desk, planOf(id));
  if (plan === undefined) return <Instead of={answer} />;
  const periods = answerTo(desk, periodsOf(id)).data?.items ?? [];
  const customer = answerTo(desk, customerOfPlan(desk, id)).data;
  const knownShop = session?.merchant.shop ?? '';
  const link = linkOf(id);
  const [decline] = answerTo(desk, declineOf(desk, id)).data?.items ?? [];
  const isRunning = ['Active', 'Trialing', 'PastDue'].includes(plan.status);
  const canGoOn = plan.status === 'Paused' || plan.status === 'Unpaid';
  return (
    <article>
      <h2>
        <bdi>{plan.subscriptionName}</bdi> <State of={plan.status} />
      </h2>
      <Unresolved of={plan} nowMs={nowMs} />
      {may(session, 'recurring') && (isRunning || canGoOn) && (
        <p class="do">
          <Button kind="main" hotkey="c" onClick={() => hands.begin('cardLink', id, { knownShop })}>
            {w('Kart bağlantısı', 'Link for a card')}
          </Button>
          <Button hotkey="d" onClick={() => hands.begin(isRunning ? 'pause' : 'resume', id)}>
            {isRunning ? w('Duraklat', 'Pause') : w('Sürdür', 'Resume')}
          </Button>
        </p>
      )}
      <Link link={link?.address} hands={hands} message={link && messageOf(link, plan)} />
      <Facts
        of={[
          [w('Tutar', 'Amount'), sum(plan.amount, plan.currency)],
          plan.nextPaymentDate !== null && [w('Sıradaki', 'Next'), when(plan.nextPaymentDate, nowMs)],
          [w('Kart', 'Card'), cardOf(plan)],
          [w('Neden', 'Reason'), text(reasonOf(plan))],
          [w('Bankanın yanıtı', "The bank's answer"), decline && bankAnswer(decline)],
          [w('Alınan', 'Collected'), sum(plan.totalCollectedAmount, plan.currency)],
          plan.uncollectedAmount > 0 && [
            w('Alınamayan', 'Not collected'),
            sum(plan.uncollectedAmount, plan.currency),
          ],
          [w('Referans', 'Reference'), text(plan.merchantReference)],
          [
            w('Müşteri', 'Customer'),
            [
              <a key="customer" href={addressOf('payments', { customerId: plan.customerId })}>
                {text(customer?.fullName) ?? w('ödemeleri', 'payments')}
              </a>,
              !may(session, 'customers:read') && w(' · ad bu rolde görünmez', ' · this role sees no name'),
            ],
          ],
        ]}
      />
      <Periods periods={periods} plan={plan} desk={desk} hands={hands} />
    </article>
  );
}

/** To the customer, with the last day of the link. */
const messageOf = ({ address, expiresAt = '' }: MadeLink, { subscriptionName }: ShownPlan) =>
  w(
    `Merhaba, “${subscriptionName}” ödemeleriniz için yeni kartınızı ${dayInWords(expiresAt)} gününe kadar buradan verebilirsiniz: ${address}`,
    `Hello, you can give your new card for “${subscriptionName}” here until ${dayInWords(expiresAt)}: ${address}`,
  );

/** The service's reasons; another one is a note of the shop. */
const REASONS: Readonly<Record<string, readonly [tr: string, en: string]>> = {
  RetriesExhausted: ['denemeler bitti', 'no retry is left'],
  HardDecline: ['banka bu kartı bir daha denemeyin dedi', 'the bank said not to try this card again'],
  PausedByMerchant: ['mağaza duraklattı', 'the shop paused it'],
  CancelledByMerchant: ['mağaza iptal etti', 'the shop cancelled it'],
  CustomerInactive: ['müşteri etkin değil', 'the customer is not active'],
  WithdrawnByCardholder: ['kart sahibi onayını geri aldı', 'the cardholder withdrew the consent'],
};
const reasonOf = ({ statusReason }: ShownPlan) => {
  const known = REASONS[statusReason ?? ''];
  return known ? w(...known) : statusReason;
};

const COLLECTABLE = ['Failed', 'Missed', 'Skipped'];

type PeriodProps = DeskProps & { periods: readonly ShownPeriod[]; plan: ShownPlan };
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
