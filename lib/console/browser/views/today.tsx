// Today: what waits for somebody, each with its count and the age of the oldest, and how the day goes beside
// the same day of last week.
import type { VNode } from 'preact';
import { paymentList, planList, refundList, refundsOn, salesOn, webhookList } from '../api.ts';
import { answerTo, type Desk, type DeskView } from '../desk.ts';
import type { Ask } from '../loading.ts';
import { Ago, countText, Instead } from '../parts.tsx';
import { addressOf } from '../place.ts';
import { dayAfter, dayInWords, dayOf, money, number, percent, span, w } from '../words.ts';

const MOST = 100;

type WaitingItem = { createdAt: string; waitingSince?: string | null; nextCheckAt?: string | null };
type WaitingList = {
  label: string;
  ask: Ask<{ items: WaitingItem[]; nextCursor: string | null }>;
  address: string;
};

const waiting = (): WaitingList[] => [
  {
    label: w('Onay bekleyen iade', 'Refunds to approve'),
    ask: refundList({ status: 'Pending', limit: MOST }),
    address: addressOf('refunds', { status: 'Pending' }),
  },
  {
    label: w('Sonucu bilinmeyen ödeme', 'Payments of unknown outcome'),
    ask: paymentList({ status: 'Processing', limit: MOST }),
    address: addressOf('payments', { status: 'Processing' }),
  },
  {
    label: w('Sonucu bilinmeyen iade', 'Refunds of unknown outcome'),
    ask: refundList({ status: 'Processing', limit: MOST }),
    address: addressOf('refunds', { status: 'Processing' }),
  },
  {
    label: w('Ödenmemiş düzenli ödeme', 'Unpaid recurring payments'),
    ask: planList({ status: 'Unpaid', limit: MOST }),
    address: addressOf('recurring', { status: 'Unpaid' }),
  },
];
const webhooks = webhookList({});
const daysOf = ({ nowMs }: Desk) => {
  const today = dayOf(nowMs);
  return { today, before: dayAfter(today, -7) };
};

export const TODAY: DeskView = {
  title: () => w('Bugün', 'Today'),
  asks(desk) {
    const days = Object.values(daysOf(desk));
    return [...waiting().map(({ ask }) => ask), webhooks, ...days.map(salesOn), ...days.map(refundsOn)];
  },
  draw: (desk) => (
    <>
      <h1>{dayInWords(new Date(desk.nowMs).toISOString())}</h1>
      <section aria-labelledby="waits">
        <h2 id="waits">{w('Sizi bekleyenler', 'What waits for you')}</h2>
        <ul class="waits">
          {waiting().map((one) => (
            <li key={one.label}>
              <WaitingCard desk={desk} of={one} />
            </li>
          ))}
          <Webhooks desk={desk} />
        </ul>
      </section>
      <Figures desk={desk} />
    </>
  ),
};

function WaitingCard({ desk, of: { label, ask, address } }: { desk: Desk; of: WaitingList }): VNode {
  const { data, problem } = answerTo(desk, ask);
  const oldest = data?.items.at(-1);
  const [next] = (data?.items ?? []).flatMap(({ nextCheckAt }) => nextCheckAt ?? []).sort();
  return (
    <a class={`wait-card ${oldest === undefined ? 'none' : ''}`} href={address}>
      <strong>{data === undefined ? (problem ? '!' : '…') : countText(data)}</strong>
      <span>{label}</span>
      <small>
        {oldest !== undefined && (
          <>
            {w('en eskisi ', 'oldest ')}
            <Ago at={oldest.waitingSince ?? oldest.createdAt} nowMs={desk.nowMs} />
          </>
        )}
        {next !== undefined &&
          ` · ${w('banka', 'bank')} ${span(next, desk.nowMs)} ${w('içinde sorulur', 'until asked')}`}
        {data !== undefined && oldest === undefined && w('yok', 'none')}
      </small>
    </a>
  );
}

function Webhooks({ desk }: { desk: Desk }): VNode | null {
  const { data } = answerTo(desk, webhooks);
  const broken = data?.items.filter(({ state }) => state !== 'Active') ?? [];
  const [first] = broken;
  if (first === undefined) return null;
  return (
    <li>
      <div class="wait-card">
        <strong>{number(broken.length)}</strong>
        <span>{w('Ulaşılamayan webhook', 'Webhooks that fail')}</span>
        <small>
          <bdi>{new URL(first.url).host}</bdi>
          {first.failingSince && <Ago at={first.failingSince} nowMs={desk.nowMs} />}
        </small>
      </div>
    </li>
  );
}

function Figures({ desk }: { desk: Desk }): VNode {
  const { today, before } = daysOf(desk);
  const [sales, salesBefore] = [answerTo(desk, salesOn(today)), answerTo(desk, salesOn(before))];
  const [refunds, refundsBefore] = [answerTo(desk, refundsOn(today)), answerTo(desk, refundsOn(before))];
  const rows = sales.data?.byCurrency ?? [];
  if (sales.data === undefined || rows.length === 0) {
    return (
      <section aria-labelledby="day">
        <h2 id="day">{w('Günün gidişi', 'How the day goes')}</h2>
        {sales.data === undefined ? <Instead of={sales} none="" /> : <FirstDay />}
      </section>
    );
  }
  return (
    <section aria-labelledby="day">
      <h2 id="day">{w('Günün gidişi', 'How the day goes')}</h2>
      {rows.map((row) => {
        const { currency } = row;
        const old = salesBefore.data?.byCurrency.find((one) => one.currency === currency);
        const back = refunds.data?.byCurrency.find((one) => one.currency === currency);
        const backBefore = refundsBefore.data?.byCurrency.find((one) => one.currency === currency);
        const rate = (one: typeof old) =>
          one && one.totalCount > 0 ? one.paidCount / one.totalCount : undefined;
        return (
          <div class="figures" key={currency}>
            <Figure
              label={w('Satış', 'Sales')}
              address={addressOf('payments', { startDate: today, endDate: today })}
              now={row.paidAmount}
              before={old?.paidAmount ?? 0}
              show={(amount) => money(amount, currency)}
            />
            <Figure
              label={w('İade', 'Refunds')}
              address={addressOf('refunds', { startDate: today, endDate: today })}
              now={back?.refundedAmount ?? 0}
              before={backBefore?.refundedAmount ?? 0}
              show={(amount) => money(amount, currency)}
            />
            <Figure
              label={w('Onay oranı', 'Approval rate')}
              address={addressOf('payments', { startDate: today, endDate: today, status: 'Failed' })}
              now={rate(row) ?? 0}
              before={rate(old) ?? 0}
              show={percent}
            />
          </div>
        );
      })}
    </section>
  );
}

type ComparedFigure = {
  label: string;
  address: string;
  now: number;
  before: number;
  show(value: number): string;
};

/** Two bars on one scale: this day, and the same day of last week. */
function Figure({ label, address, now, before, show }: ComparedFigure): VNode {
  const most = Math.max(now, before, Number.EPSILON);
  const bar = (value: number) => Math.max(value > 0 ? 1 : 0, (100 * value) / most);
  return (
    <a class="figure" href={address}>
      <span>{label}</span>
      <strong>{show(now)}</strong>
      <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar" width={bar(now)} height="6" y="0" />
        <rect class="bar before" width={bar(before)} height="4" y="9" />
      </svg>
      <small>
        {w('geçen hafta bugün', 'this day last week')} {show(before)}
      </small>
    </a>
  );
}

const FirstDay = (): VNode => (
  <div class="instead">
    <p>{w('Bugün henüz ödeme yok.', 'No payment today yet.')}</p>
    <p>
      <a class="button" href={addressOf('pages')}>
        {w('Bir ödeme bağlantısı oluşturun', 'Make a payment link')}
      </a>
    </p>
  </div>
);
