// An order: its story in one line of time, where its money is, what to say on the telephone, and a slip.
import type { VNode } from 'preact';
import type { OrderStory, ShownPayment, ShownPlan, ShownRefund } from '../api.ts';
import { orderStory, paymentOf } from '../api.ts';
import { answerTo, type Desk, type DeskView, type Hands } from '../desk.ts';
import { Button, Instead } from '../panes.tsx';
import { bankAnswer, Facts, type ShownFact, State, sum, text, Unresolved, when } from '../parts.tsx';
import { addressOf } from '../place.ts';
import { may } from '../session.ts';
import { approvers, cardOf, failure, moment, money, w, whole } from '../words.ts';

/** As it was typed, then in capitals, then small: up to the first that is an order. */
function spellings(desk: Desk, number: string): string[] {
  const all = [...new Set([number, number.toUpperCase(), number.toLowerCase()])];
  const found = all.findIndex((one) => answerTo(desk, orderStory(one)).data?.timeline.length !== 0);
  return found === -1 ? [...all, number] : all.slice(0, found + 1);
}

/** The order's number: of the address, or of the payment in it. */
function orderOf(desk: Desk): string | undefined {
  const { orderNumber, payment } = desk.place.params;
  return orderNumber ?? (payment ? answerTo(desk, paymentOf(payment)).data?.orderNumber : undefined);
}

export const ORDER: DeskView = {
  title: () => w('Sipariş', 'Order'),
  asks(desk) {
    const number = orderOf(desk);
    if (number) return spellings(desk, number).map(orderStory);
    return [paymentOf(desk.place.params['payment'] ?? '')];
  },
  draw(desk, hands) {
    const typed = orderOf(desk);
    if (typed === undefined) return <Instead of={answerTo(desk, ORDER.asks(desk)[0])} />;
    const number = spellings(desk, typed).at(-1) ?? typed;
    const answer = answerTo(desk, orderStory(number));
    const { payments = [], refunds = [], recurringPayments: plans = [], timeline = [] } = answer.data ?? {};
    const page = timeline.findLast(({ ids }) => ids.page !== null)?.ids.page;
    const shown = shownPayment(payments, desk.place.params['payment']);
    return (
      <>
        <h1>
          {w('Sipariş', 'Order')} <bdi>{number}</bdi>
        </h1>
        {number !== typed && (
          <p>{w(`“${typed}” yok; ${number} gösteriliyor.`, `There is no “${typed}”; this is ${number}.`)}</p>
        )}
        {shown === undefined ? (
          <Instead of={answer} none={w('Bu numarayla ödeme yok.', 'No payment has this number.')} />
        ) : (
          <PaymentPart desk={desk} hands={hands} payment={shown} refunds={refunds} plans={plans} />
        )}
        {page && shown === undefined && (
          <a class="button" href={addressOf('pages', { id: page })}>
            {w('Ödeme sayfasını göster', 'Show the payment page')}
          </a>
        )}
        <Story desk={desk} number={number} timeline={timeline} />
      </>
    );
  },
};

/** The one of the address, else the one that has or reserves the money, else the last. */
const shownPayment = (payments: readonly ShownPayment[], wanted: string | undefined) =>
  payments.find((one) => one.paymentReferenceNumber === wanted) ??
  payments.find((one) => one.paidAt !== null || one.status === 'Authorized') ??
  payments[0];

type PhoneProps = { desk: Desk; payment: ShownPayment; refunds: readonly ShownRefund[] };
type PaymentProps = PhoneProps & { hands: Hands; plans: readonly ShownPlan[] };

function PaymentPart({ desk, hands, payment, refunds, plans }: PaymentProps): VNode {
  const { nowMs, session } = desk;
  const { paymentReferenceNumber: reference, currency } = payment;
  const own = refunds.filter((one) => one.transactionId === reference);
  const all = {
    amount: inWords(payment.refundableAmount),
    reason: w('Müşteri isteği', 'The customer asked for it'),
  };
  const isVoided = payment.status === 'FullyRefunded' && own.some(isVoid);
  return (
    <div class="order">
      <section class="money" aria-label={w('Para', 'Money')}>
        <p class="head">
          {sum(payment.chargedAmount, currency)} <State of={isVoided ? 'Cancelled' : payment.status} />
        </p>
        <Unresolved of={payment} nowMs={nowMs} />
        <MoneyBar payment={payment} isVoided={isVoided} />
        <p class="do">
          {may(session, 'refunds:request') && payment.refundableAmount > 0 && (
            <Button kind="main" hotkey="r" onClick={() => hands.begin('refund', reference, all)}>
              {w('İade iste', 'Request a refund')}
            </Button>
          )}
          {payment.status === 'Authorized' && may(session, 'payments') && (
            <Button
              kind="main"
              onClick={() =>
                hands.begin('capture', reference, {
                  amount: inWords(payment.authorization?.amount ?? payment.amount),
                })
              }
            >
              {w('Tutarı çek', 'Capture')}
            </Button>
          )}
          {payment.status === 'Authorized' && may(session, 'refunds:approve') && (
            <Button onClick={() => hands.begin('release', reference)}>{w('Serbest bırak', 'Release')}</Button>
          )}
          <Button hotkey="p" onClick={() => window.print()}>
            {w('Fiş yazdır', 'Print a slip')}
          </Button>
        </p>
      </section>
      <PhoneCard desk={desk} payment={payment} refunds={own} />
      <section class="slip" aria-label={w('Bilgiler', 'Details')}>
        <h2 class="printed">{session?.merchant.name}</h2>
        <Facts of={[...own.map(refundFact), ...plans.map(planFact), ...factsOf(payment)]} />
      </section>
    </div>
  );
}

const inWords = (amount: number) => amount.toFixed(2).replace('.', w(',', '.'));
const isVoid = ({ status, processedAs }: ShownRefund) => status === 'Completed' && processedAs === 'Void';

/** The bank knows a refund by another reference than its payment. */
const refundFact = (refund: ShownRefund): ShownFact => [
  <a key="refund" href={addressOf('refunds', { id: refund.refundId })}>
    {refund.processedAs === 'Void' ? w('İptal', 'Void') : w('İade', 'Refund')}{' '}
    {sum(refund.amount, refund.currency)}
  </a>,
  <>
    <State of={refund.status} /> {refund.status === 'Pending' && approvers()}
    {refund.bankReferenceNumber && `${w('banka referansı', 'bank reference')} ${refund.bankReferenceNumber}`}
  </>,
];

const planFact = ({ id, subscriptionName }: ShownPlan): ShownFact => [
  w('Düzenli ödeme', 'Recurring payment'),
  <a key="plan" href={addressOf('recurring', { id })}>
    {text(subscriptionName)}
  </a>,
];
const factsOf = (payment: ShownPayment): ShownFact[] => [
  [w('Kart', 'Card'), `${payment.cardAssociation.replace('OTHER', '')} ${payment.maskedCardNumber}`.trim()],
  [
    w('Taksit', 'Installments'),
    payment.installment > 1 ? String(payment.installment) : w('Tek çekim', 'Single payment'),
  ],
  [w('Provizyon no', 'Authorization code'), payment.authorizationCode],
  [w('Ödemenin banka referansı', "The payment's bank reference"), payment.bankReferenceNumber],
  [w('Bankanın yanıtı', "The bank's answer"), bankAnswer(payment)],
  [
    '3-D Secure',
    payment.threeDSecure ? [w('evet', 'yes'), payment.eci && ` · ECI ${payment.eci}`] : w('hayır', 'no'),
  ],
  [w('Ödeme', 'Payment'), <code key="reference">{payment.paymentReferenceNumber}</code>],
  [
    payment.paidAt ? w('Ödendi', 'Paid') : w('Denendi', 'Attempted'),
    whole(payment.paidAt ?? payment.createdAt),
  ],
  payment.status === 'Authorized' && [
    w('Çekilebileceği son an', 'Capture before'),
    whole(payment.authorization?.captureBefore ?? ''),
  ],
  [w('Not', 'Note'), text(payment.note)],
  ...Object.entries(payment.metadata).map(([name, value]): ShownFact => [name, text(String(value))]),
];

/** Where the money is: refunded, reserved by refunds on their way, and what can still be refunded. */
function MoneyBar({ payment, isVoided }: { payment: ShownPayment; isVoided: boolean }): VNode | null {
  const { chargedAmount, refundedAmount, reservedAmount, refundableAmount, difference } = payment;
  if (payment.paidAt === null) return null;
  const inMoney = (amount: number) => sum(amount, payment.currency);
  const part = (amount: number) => (100 * amount) / chargedAmount;
  return (
    <>
      <svg class="money-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="kept" width="100" height="4" />
        <rect class="refunded" width={part(refundedAmount)} height="4" />
        <rect class="reserved" x={part(refundedAmount)} width={part(reservedAmount)} height="4" />
      </svg>
      <Facts
        of={[
          [w('Ödenen', 'Paid'), inMoney(chargedAmount)],
          [isVoided ? w('İptal edilen', 'Voided') : w('İade edilen', 'Refunded'), inMoney(refundedAmount)],
          reservedAmount > 0 && [w('Ayrılmış', 'Reserved'), inMoney(reservedAmount)],
          [w('İade edilebilir', 'Refundable'), inMoney(refundableAmount)],
          difference && [w('Bankada ödenen', 'Paid, by the bank'), inMoney(difference.bankChargedAmount)],
          difference && [w('Bankada iade', 'Refunded, by the bank'), inMoney(difference.bankRefundedAmount)],
        ]}
      />
    </>
  );
}

/** To read aloud: what is, what stands on the statement, and by when. */
const SPOKEN = {
  paid: [
    ['{sum} ödemeniz {at} alındı, kartınız {card}.', 'Your payment of {sum} was made {at}, card {card}.'],
    ['Ekstrenizde {shop} olarak görünür.', 'On your statement it is {shop}.'],
    ['Yapmanız gereken bir şey yok.', 'There is nothing to do.'],
  ],
  unknown: [
    ['{sum} ödemenizin sonucunu bankadan bekliyoruz.', 'We wait for the bank to say what became of {sum}.'],
    ['Bankanız tutarı ayırmış olabilir; ödeme yoksa kalkar.', 'Your bank may hold the sum until we know.'],
    ['Sonucu size bildiririz; lütfen yeniden ödemeyin.', 'We tell you the outcome; please do not pay again.'],
  ],
  held: [
    ['{sum} {card} kartınızda ayrıldı, henüz çekilmedi.', '{sum} is reserved on card {card}, not taken yet.'],
    ['Ekstrenizde çekilene kadar görünmez.', 'Nothing stands on your statement until it is taken.'],
    ['Sipariş onaylanmazsa kendiliğinden serbest kalır.', 'If not confirmed, it is released by itself.'],
  ],
  released: [
    ['{sum} serbest bırakıldı; kartınızdan para çekilmedi.', '{sum} was released; nothing was taken.'],
    ['Ekstrenizde görünmez.', 'Nothing stands on your statement.'],
    ['Limitinize birkaç günde döner, bankanıza göre.', 'Your limit is back in a few days, by your bank.'],
  ],
  failed: [
    ['{sum} ödemeniz alınmadı; kartınızdan para çekilmedi.', 'Your payment of {sum} was not made.'],
    ['Ekstrenizde görünmez.', 'Nothing stands on your statement.'],
    ['{why}', '{why}'],
  ],
  voided: [
    ['{sum} ödemeniz iptal edildi, kartınız {card}.', 'Your payment of {sum} was voided, card {card}.'],
    ['Ekstrenizde görünmez; ayrılan tutar kalkar.', 'Nothing stands on your statement; the hold ends.'],
    ['Bankanıza göre birkaç saat sürer.', 'That takes a few hours, by your bank.'],
  ],
  refunded: [
    ['{sum} iadeniz {at} bankaya iletildi, kartınız {card}.', '{sum} was refunded {at}, card {card}.'],
    ['Ekstrenizde ayrı bir iade satırıdır.', 'It is a line of its own on your statement.'],
    ['Bankanıza göre 1 ila 7 iş günü sürer.', 'That takes 1 to 7 working days, by your bank.'],
  ],
  voiding: [
    ['{sum} iptaliniz bankaya gönderildi, yanıtı bekleniyor.', 'The bank was asked to cancel {sum}.'],
    ['Tamamlanırsa ödeme ekstrenizde hiç görünmez.', 'Once done, nothing stands on your statement.'],
  ],
  refunding: [
    ['{sum} iadeniz hazırlanıyor.', 'Your refund of {sum} is being prepared.'],
    ['Ekstrenizde henüz görünmez.', 'It is not on your statement yet.'],
    ['Bankaya iletilince 1 ila 7 iş günü sürer.', 'Once the bank has it, it takes 1 to 7 working days.'],
  ],
  kept: [
    ['{sum} iadesi yapılmadı.', 'The refund of {sum} was not made.'],
    ['Ödemeniz ekstrenizde olduğu gibi durur.', 'Your payment stays on your statement.'],
    ['Nedenini araştırıp sizi ararız.', 'We find out why and call you.'],
  ],
} as const;

function caseOf({ status }: ShownPayment, refund: ShownRefund | undefined): keyof typeof SPOKEN {
  if (refund?.status === 'Completed') return refund.processedAs === 'Void' ? 'voided' : 'refunded';
  if (refund?.status === 'Processing' && refund.processedAs === 'Void') return 'voiding';
  if (refund) return ['Pending', 'Processing'].includes(refund.status) ? 'refunding' : 'kept';
  const cases = {
    Processing: 'unknown',
    Failed: 'failed',
    Authorized: 'held',
    Released: 'released',
  } as const;
  return cases[status as keyof typeof cases] ?? 'paid';
}

function PhoneCard({ desk: { nowMs, session }, payment, refunds }: PhoneProps): VNode {
  const spoken = (at: string) => w(moment(at, nowMs), moment(at, nowMs).replace(/^(?=\d)/, 'on '));
  const linesOf = (refund: ShownRefund | undefined, spokenCase = caseOf(payment, refund)) => {
    const told: Record<string, string> = {
      sum: money(refund?.amount ?? payment.chargedAmount, payment.currency),
      at: spoken(refund?.completedAt ?? payment.paidAt ?? payment.createdAt),
      card: cardOf(payment),
      why: failure(payment.errorCode)?.[1] ?? w('Biraz sonra yeniden deneyin.', 'Please try again later.'),
      shop: session?.merchant.name ?? '',
    };
    return SPOKEN[spokenCase].map(([tr, en]) =>
      w(tr, en).replaceAll(/{(\w+)}/g, (_, name: string) => told[name] ?? ''),
    );
  };
  // The payment first; of several refunds each is a line.
  const own = refunds.length > 1 ? refunds.map((one) => linesOf(one).join(' ')) : linesOf(refunds[0]);
  const lines = [...(refunds.length > 0 ? linesOf(undefined, 'paid').slice(0, 1) : []), ...own];
  const rest = (payment.authorization?.amount ?? 0) - payment.chargedAmount;
  const inMoney = money(rest, payment.currency);
  if (payment.paidAt && rest > 0)
    lines.push(w(`Kalan ${inMoney}, serbest bırakıldı.`, `The rest, ${inMoney}, was released.`));
  return (
    <section class="phone" aria-labelledby="phone">
      <h2 id="phone">{w('Telefonda söyleyin', 'What to say on the phone')}</h2>
      {lines.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
    </section>
  );
}

type StoryEntries = OrderStory['timeline'];
type StoryProps = { desk: Desk; number: string; timeline: StoryEntries };

/** As the service tells it, the newest first. */
function Story({ desk: { nowMs }, number, timeline }: StoryProps): VNode {
  const hrefOf = ({ ids }: StoryEntries[number]) => {
    const { refundId, paymentReferenceNumber, eventId, webhookId, page } = ids;
    if (webhookId !== null) return addressOf('webhooks', { id: webhookId, event: eventId ?? undefined });
    if (refundId !== null) return addressOf('refunds', { id: refundId });
    if (paymentReferenceNumber === null) return addressOf('pages', { id: page ?? undefined });
    return addressOf('order', { orderNumber: number, payment: paymentReferenceNumber });
  };
  return (
    <section aria-labelledby="story">
      <h2 id="story">{w('Geçmişi', 'History')}</h2>
      <ol class="entries">
        {timeline.toReversed().map((entry, place) => (
          <li key={place}>
            {when(entry.at, nowMs)}
            <a href={hrefOf(entry)}>{text(entry.message)}</a>
          </li>
        ))}
      </ol>
    </section>
  );
}
