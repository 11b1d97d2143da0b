// Payments: found by anything a person says, narrowed by state, day and the bank's reason.
import type { VNode } from 'preact';
import { customerList, paymentList, type ShownPayment } from '../api.ts';
import { answerTo, type Desk, type DeskView } from '../desk.ts';
import { Button, Filter, Instead, More, State, sum, when } from '../parts.tsx';
import { addressOf, changed, type DeskPlace } from '../place.ts';
import { dayAfter, dayOf, w } from '../words.ts';

const FILTERS = [
  'status',
  'startDate',
  'endDate',
  'minAmount',
  'maxAmount',
  'lastFour',
  'authorizationCode',
  'bankReferenceNumber',
  'errorCode',
  'orderNumber',
  'customerId',
  'cursor',
] as const;

const customers = ({ params: { email } }: DeskPlace) =>
  email ? customerList({ email, limit: 1 }) : undefined;

/** Undefined until the customer of an address is known. */
function asked(desk: Desk) {
  const { place } = desk;
  const given = FILTERS.map((name) => [name, place.params[name]] as const);
  const query = { limit: 100, ...Object.fromEntries(given) };
  const byEmail = customers(place);
  if (byEmail === undefined) return paymentList(query);
  const [customer] = answerTo(desk, byEmail).data?.items ?? [];
  return customer && paymentList({ ...query, customerId: customer.id });
}

const customerAnswer = (desk: Desk) => {
  const ask = customers(desk.place);
  return ask === undefined ? { atMs: 0, isLoading: false } : answerTo(desk, ask);
};

export const PAYMENTS: DeskView = {
  title: () => w('Ödemeler', 'Payments'),
  asks: (desk) => [customers(desk.place), asked(desk)].filter((one) => one !== undefined),
  draw(desk, hands) {
    const { place, nowMs } = desk;
    const ask = asked(desk);
    const answer = ask ? answerTo(desk, ask) : undefined;
    const { items = [], nextCursor = null, searchedUntil } = answer?.data ?? {};
    return (
      <>
        <h1>{w('Ödemeler', 'Payments')}</h1>
        <Filters place={place} nowMs={nowMs} />
        {ask && items.length > 0 && (
          <p class="do">
            <Button hotkey="e" onClick={() => hands.save(ask, w('odemeler', 'payments'))}>
              {w('Tablo olarak indir', 'Save as a table')}
            </Button>
          </p>
        )}
        {items.length === 0 ? (
          <Instead
            of={answer ?? customerAnswer(desk)}
            none={w('Böyle bir ödeme yok.', 'There is no such payment.')}
          />
        ) : (
          <PaymentTable items={items} nowMs={nowMs} />
        )}
        {searchedUntil !== undefined && (
          <p class="soft">
            {w('Şu ana kadar arandı: ', 'Searched back to ')}
            {when(searchedUntil, nowMs)}
          </p>
        )}
        <More place={place} cursor={nextCursor} />
      </>
    );
  },
};

const SHOWN = [
  'lastFour',
  'authorizationCode',
  'bankReferenceNumber',
  'errorCode',
  'email',
  'customerId',
] as const;
const LABELS: Record<(typeof SHOWN)[number], () => string> = {
  lastFour: () => w('son dört hane', 'last four'),
  authorizationCode: () => w('provizyon no', 'authorization'),
  bankReferenceNumber: () => w('banka referansı', 'bank reference'),
  errorCode: () => w('bankanın nedeni', "the bank's reason"),
  email: () => w('e-posta', 'e-mail'),
  customerId: () => w('müşteri', 'customer'),
};

const STATES = () =>
  [
    ['', w('Hepsi', 'All')],
    ['Successful', w('Başarılı', 'Successful')],
    ['Failed', w('Başarısız', 'Failed')],
    ['Processing', w('Bekleyen', 'Waiting')],
    ['PartiallyRefunded', w('Kısmi iade', 'Partly refunded')],
    ['FullyRefunded', w('İade', 'Refunded')],
    ['Cancelled', w('İptal', 'Cancelled')],
  ] as const;

function Filters({ place, nowMs }: { place: DeskPlace; nowMs: number }): VNode {
  const { startDate = '', endDate = '', minAmount } = place.params;
  const today = dayOf(nowMs);
  const yesterday = dayAfter(today, -1);
  const days = [
    ['', '', w('Her gün', 'Any day')],
    [today, today, w('Bugün', 'Today')],
    [yesterday, yesterday, w('Dün', 'Yesterday')],
    [dayAfter(today, -6), today, w('7 gün', '7 days')],
    [dayAfter(today, -30), today, w('31 gün', '31 days')],
  ] as const;
  const given = SHOWN.flatMap((name) => (place.params[name] ? [{ name, value: place.params[name] }] : []));
  return (
    <div class="filters">
      <Filter place={place} name="status" label={w('Durum', 'State')} of={STATES()} />
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
      {(given.length > 0 || minAmount) && (
        <p class="given">
          {given.map(({ name, value }) => (
            <a key={name} href={changed(place, { [name]: undefined })} title={w('Kaldır', 'Remove')}>
              {LABELS[name]()} <bdi>{value}</bdi> <span aria-hidden="true">×</span>
            </a>
          ))}
          {minAmount && (
            <a
              href={changed(place, { minAmount: undefined, maxAmount: undefined })}
              title={w('Kaldır', 'Remove')}
            >
              {w('tutar', 'amount')} {minAmount} <span aria-hidden="true">×</span>
            </a>
          )}
        </p>
      )}
    </div>
  );
}

const PaymentTable = ({ items, nowMs }: { items: readonly ShownPayment[]; nowMs: number }): VNode => (
  <table class="rows">
    <thead>
      <tr>
        <th scope="col">{w('Sipariş', 'Order')}</th>
        <th scope="col">{w('Durum', 'State')}</th>
        <th scope="col" class="end">
          {w('Tutar', 'Amount')}
        </th>
        <th scope="col">{w('Kart', 'Card')}</th>
        <th scope="col">{w('Bankanın nedeni', "The bank's reason")}</th>
        <th scope="col">{w('Zaman', 'Time')}</th>
      </tr>
    </thead>
    <tbody>
      {items.map((payment) => (
        <tr key={payment.paymentReferenceNumber}>
          <td>
            <a
              data-row
              href={addressOf('order', {
                orderNumber: payment.orderNumber,
                payment: payment.paymentReferenceNumber,
              })}
            >
              <bdi>{payment.orderNumber}</bdi>
            </a>
          </td>
          <td>
            <State of={payment.status} />
          </td>
          <td class="end">{sum(payment.chargedAmount, payment.currency)}</td>
          <td class="card">•••• {payment.maskedCardNumber.slice(-4)}</td>
          <td class="reason">
            <bdi>{payment.bankMessage ?? payment.errorCode ?? ''}</bdi>
          </td>
          <td class="time">{when(payment.createdAt, nowMs)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
