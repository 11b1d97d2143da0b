// Today: what waits for somebody, each with its count and the age of the oldest, and how the day goes beside
// the same day of last week.
import type { VNode } from 'preact';
import { paymentList, planList, refundList, refundsByDay, salesByDay, webhookList } from '../api.ts';
import { answerTo, type Desk, type DeskView } from '../desk.ts';
import type { Ask } from '../loading.ts';
import { Instead } from '../panes.tsx';
import { ago } from '../parts.tsx';
import { addressOf } from '../place.ts';
import { clock, dayAfter, dayInWords, dayOf, money, number, percent, w } from '../words.ts';

type WaitingItem = { createdAt: string; difference?: { foundAt: string } | null } & {
  [Name in 'waitingSince' | 'nextCheckAt' | 'failingSince' | 'state']?: string | null;
};
type WaitingList = {
  label: string;
  ask: Ask<{ items: WaitingItem[]; nextCursor: string | null }>;
  address: string;
};

function waiting(): WaitingList[] {
  const rows = [
    [w('Onay bekleyen iade', 'Refunds to approve'), refundList, 'refunds', { status: 'Pending' }],
    [w('Sonucu bilinmeyen ödeme', 'Payments of unknown outcome'), paymentList, 'payments', UNKNOWN],
    [w('Sonucu bilinmeyen iade', 'Refunds of unknown outcome'), refundList, 'refunds', UNKNOWN],
    [w('Bankanın kaydı farklı', "The bank's books differ"), paymentList, 'payments', { difference: 'true' }],
    [w('Ödenmemiş düzenli ödeme', 'Unpaid recurring payments'), planList, 'recurring', { status: 'Unpaid' }],
  ] as const;
  const lists = rows.map(([label, list, view, filter]) => ({
    label,
    ask: list({ ...filter, limit: 100 }),
    address: addressOf(view, filter),
  }));
  const webhooks = w('Ulaşılamayan webhook', 'Webhooks that fail');
  return [...lists, { label: webhooks, ask: webhookList({}), address: addressOf('webhooks') }];
}
const UNKNOWN = { status: 'Processing' };
const sinceOf = ({ difference, waitingSince, failingSince, createdAt }: WaitingItem) =>
  difference?.foundAt ?? waitingSince ?? failingSince ?? createdAt;

const daysOf = ({ nowMs }: Desk) =>
  [-7, -6, -5, -4, -3, -2, -1, 0].map((days) => dayAfter(dayOf(nowMs), days));

const figures = (days: readonly string[]) => {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return [salesByDay(first, last), refundsByDay(first, last)] as const;
};

export const TODAY: DeskView = {
  title: () => w('Bugün', 'Today'),
  asks(desk) {
    return [...waiting().map(({ ask }) => ask), ...figures(daysOf(desk))];
  },
  draw: (desk) => (
    <>
      <h1>{dayInWords(new Date(desk.nowMs).toISOString())}</h1>
      <section aria-labelledby="waits">
        <h2 id="waits">{w('Sizi bekleyenler', 'What waits for you')}</h2>
        <ul class="tiles">
          {waiting().map((one) => (
            <li key={one.label}>
              <WaitingCard desk={desk} of={one} />
            </li>
          ))}
        </ul>
      </section>
      <Figures desk={desk} />
    </>
  ),
};

function WaitingCard({ desk, of: { label, ask, address } }: { desk: Desk; of: WaitingList }): VNode {
  const { data, problem } = answerTo(desk, ask);
  const items = data?.items.filter(({ state }) => state !== 'Active') ?? [];
  const [oldest] = items.map(sinceOf).sort();
  const [next] = items.flatMap(({ nextCheckAt }) => nextCheckAt ?? []).sort();
  return (
    <a class={`tile ${oldest === undefined ? 'none' : 'waits'}`} href={address}>
      <strong>
        {data === undefined ? (problem ? '!' : '…') : `${number(items.length)}${data.nextCursor ? '+' : ''}`}
      </strong>
      <span>{label}</span>
      <small>
        {oldest !== undefined && (
          <>
            {data?.nextCursor ? w('daha eskileri de var: ', 'some older than ') : w('en eskisi ', 'oldest ')}
            {ago(oldest, desk.nowMs)}
          </>
        )}
        {next !== undefined && (
          <span>
            {w('bankaya sorulacak: ', 'the bank is asked at ')}
            {clock(next)}
          </span>
        )}
      </small>
    </a>
  );
}

function Figures({ desk }: { desk: Desk }): VNode {
  const days = daysOf(desk);
  const [salesAsk, refundsAsk] = figures(days);
  const sales = answerTo(desk, salesAsk);
  const sold = sales.data?.byDay ?? [];
  const back = answerTo(desk, refundsAsk).data?.byDay ?? [];
  const currencies = [...new Set(sold.map(({ currency }) => currency))];
  return (
    <section aria-labelledby="day">
      <h2 id="day">{w('Günün gidişi', 'How the day goes')}</h2>
      {currencies.length === 0 && (
        <Instead of={sales} none={w('Bu hafta henüz ödeme yok.', 'No payment this week yet.')} />
      )}
      {currencies.length === 0 && sales.data && (
        <a class="button" href={addressOf('pages')}>
          {w('Bir ödeme bağlantısı oluşturun', 'Create a payment link')}
        </a>
      )}
      {currencies.map((currency) => {
        const daily = <Row extends { day: string; currency: string }>(rows: readonly Row[]) =>
          days.map((day) => [day, rows.find((row) => row.day === day && row.currency === currency)] as const);
        const inMoney = (amount = 0) => money(amount, currency);
        return (
          <div class="tiles figures" key={currency}>
            <Figure
              label={w('Satış', 'Sales')}
              view="payments"
              values={daily(sold).map(([day, row]) => [day, row?.paidAmount])}
              show={inMoney}
            />
            <Figure
              label={w('İade', 'Refunds')}
              view="refunds"
              values={daily(back).map(([day, row]) => [day, row?.refundedAmount])}
              show={inMoney}
            />
            <Figure
              label={w('Onay oranı', 'Approval rate')}
              view="payments"
              filter={{ status: 'Failed' }}
              values={daily(sold).map(([day, row]) => [
                day,
                row?.totalCount ? row.paidCount / row.totalCount : undefined,
              ])}
              show={(rate) => (rate === undefined ? '—' : percent(rate))}
            />
          </div>
        );
      })}
    </section>
  );
}

type FigureProps = {
  label: string;
  view: 'payments' | 'refunds';
  filter?: Record<string, string>;
  /** Of eight days, this one the last: the first is the same day of last week. */
  values: readonly (readonly [day: string, value: number | undefined])[];
  show(value: number | undefined): string;
};

/** Each bar says its day and figure, and opens the list of that day. */
function Figure({ label, view, filter, values, show }: FigureProps): VNode {
  const most = Math.max(...values.map(([, value = 0]) => value), Number.EPSILON);
  const addressAt = (day = '') => addressOf(view, { ...filter, startDate: day, endDate: day });
  return (
    <section class="tile figure" aria-label={label}>
      <a href={addressAt(values.at(-1)?.[0])}>
        <span>{label}</span>
        <strong>{show(values.at(-1)?.[1])}</strong>
      </a>
      <div class="days">
        {values.map(([day, value], at) => {
          const said = `${dayInWords(`${day}T12:00Z`)}: ${show(value)}`;
          const height = Math.max(1, (24 * (value ?? 0)) / most);
          return (
            <a key={day} href={addressAt(day)} title={said} aria-label={said}>
              <svg viewBox="0 0 10 24" preserveAspectRatio="none" aria-hidden="true">
                <rect class={`bar ${at === 0 ? 'before' : ''}`} y={24 - height} width="10" height={height} />
              </svg>
              <small>{Number(day.slice(8))}</small>
            </a>
          );
        })}
      </div>
      <small>
        {w('geçen hafta bugün', 'this day last week')} {show(values[0]?.[1])}
      </small>
    </section>
  );
}
