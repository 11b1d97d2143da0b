// Payments: found by anything a person says, narrowed by state, day, card and the bank's reason.
import type { VNode } from 'preact';
import { MOST_SEARCH_DAYS } from '#domain/limits.ts';
import { paymentList, type ShownPayment } from '../api.ts';
import { answerTo, type Desk, type DeskView } from '../desk.ts';
import {
  Button,
  customerNamed,
  customersSought,
  Filter,
  filtersOf,
  Instead,
  ListRows,
  More,
  Sought,
} from '../panes.tsx';
import { State, sum, text, when } from '../parts.tsx';
import { addressOf, changed } from '../place.ts';
import { lastMonth, STATES } from '../recognise.ts';
import { dayAfter, dayOf, failure, w } from '../words.ts';

function asked(desk: Desk) {
  const filters = filtersOf(desk);
  return filters && paymentList({ limit: 100, ...filters });
}

export const PAYMENTS: DeskView = {
  title: () => w('Ödemeler', 'Payments'),
  asks: (desk) => [...customersSought(desk.place), customerNamed(desk), asked(desk)],
  draw(desk, hands) {
    const { place, nowMs } = desk;
    const ask = asked(desk);
    const answer = answerTo(desk, ask);
    const { items = [], nextCursor, searchedUntil } = answer.data ?? {};
    const none = w('Böyle bir ödeme yok.', 'There is no such payment.');
    return (
      <>
        <h1>{w('Ödemeler', 'Payments')}</h1>
        <Filters desk={desk} />
        {ask && items.length > 0 && (
          <p class="do">
            <Button hotkey="e" onClick={() => hands.save(ask, w('odemeler', 'payments'))}>
              {w('Tablo olarak indir', 'Download as a table')}
            </Button>
          </p>
        )}
        {ask === undefined ? (
          <Customers desk={desk} />
        ) : items.length === 0 ? (
          <Instead of={answer} none={none} />
        ) : (
          <PaymentTable items={items} desk={desk} />
        )}
        {searchedUntil !== undefined && (
          <small>
            {w('Şu ana kadar arandı: ', 'Searched back to ')}
            {when(searchedUntil, nowMs)}
          </small>
        )}
        <More place={place} cursor={nextCursor} />
      </>
    );
  },
};

/** Those found by a name or number; each leads to its payments. */
function Customers({ desk }: { desk: Desk }): VNode {
  const answers = customersSought(desk.place).map((ask) => answerTo(desk, ask));
  const found = answers.flatMap(({ data }) => data?.items ?? []);
  const waits = answers.find(({ data }) => data === undefined) ?? answers[0] ?? { isLoading: true };
  if (found.length === 0)
    return <Instead of={waits} none={w('Böyle bir müşteri yok.', 'There is no such customer.')} />;
  return (
    <div class="panes">
      <ListRows
        on=""
        of={found.map(({ id, fullName, phone, email, createdAt }) => ({
          id,
          address: addressOf('payments', { customerId: id }),
          title: fullName,
          total: <span>{phone}</span>,
          left: text(email),
          right: when(createdAt, desk.nowMs),
        }))}
      />
      <More place={desk.place} cursor={answers[0]?.data?.nextCursor} />
    </div>
  );
}

function Filters({ desk: { place, nowMs }, desk }: { desk: Desk }): VNode {
  const { startDate = '', endDate = '' } = place.params;
  const today = dayOf(nowMs);
  const yesterday = dayAfter(today, -1);
  const days = [
    ['', '', w('Her gün', 'Any day')],
    [today, today, w('Bugün', 'Today')],
    [yesterday, yesterday, w('Dün', 'Yesterday')],
    [dayAfter(today, -6), today, w('7 gün', '7 days')],
    [dayAfter(today, 1 - MOST_SEARCH_DAYS), today, w(`${MOST_SEARCH_DAYS} gün`, `${MOST_SEARCH_DAYS} days`)],
  ] as const;
  return (
    <section>
      <Filter place={place} name="status" of={['', ...STATES]} />
      <nav class="chips" aria-label={w('Gün', 'Day')}>
        {days.map(([from, to, said]) => (
          <a
            key={from}
            href={changed(place, { startDate: from, endDate: to })}
            aria-current={startDate === from && endDate === to ? 'true' : undefined}
          >
            {said}
          </a>
        ))}
      </nav>
      <Sought desk={desk} />
    </section>
  );
}

const columns = () =>
  w('Sipariş|Durum|Tutar|Kart|Neden|Denendi', 'Order|State|Amount|Card|Reason|Attempted').split('|');

function PaymentTable({ items, desk }: { items: readonly ShownPayment[]; desk: Desk }): VNode {
  const { place, nowMs } = desk;
  const month = lastMonth(dayOf(nowMs));
  return (
    <table class="rows">
      <thead>
        <tr>
          {columns().map((name, at) => (
            <th key={name} scope="col" class={at === 2 ? 'end' : ''}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(({ paymentReferenceNumber: payment, orderNumber, errorCode, ...of }) => {
          const lastFour = of.maskedCardNumber.slice(-4);
          return (
            <tr key={payment}>
              <td>
                <a data-row href={addressOf('order', { orderNumber, payment })}>
                  <bdi>{of.recurringPaymentId ? (of.merchantReference ?? orderNumber) : orderNumber}</bdi>
                </a>
              </td>
              <td>
                <State of={of.status} />
              </td>
              <td class="end">{sum(of.chargedAmount, of.currency)}</td>
              <td class="card">
                <a href={changed(place, { ...month, lastFour })}>•••• {lastFour}</a>
              </td>
              <td class="reason">
                {errorCode && (
                  <a href={changed(place, { ...month, errorCode })}>
                    <bdi>{failure(errorCode)?.[0] ?? of.bankMessage ?? errorCode}</bdi>
                  </a>
                )}
              </td>
              <td class="time">{when(of.createdAt, nowMs)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
