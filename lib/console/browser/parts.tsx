// What is said: states, sums, times and facts, alike in all views.
import type { ComponentChildren, VNode } from 'preact';
import { unknownText } from './actions.ts';
import type { ShownPayment } from './api.ts';
import type { Desk } from './desk.ts';
import { addressOf } from './place.ts';
import { nameOf } from './session.ts';
import { approvers, elapsed, failure, moment, money, w, whole } from './words.ts';

/** Drawn by one line each, because fonts lack signs. */
const SIGNS = {
  done: 'M2 6.5 5 9.5 10 3',
  no: 'M3 3l6 6M9 3l-6 6',
  none: 'M2.5 6h7',
  wait: 'M6 2.5V6l2.5 1.5M6 1a5 5 0 1 1 0 10A5 5 0 1 1 6 1',
  half: 'M6 1a5 5 0 1 1 0 10A5 5 0 1 1 6 1M6 1v10M8 2v8M10 4v4',
  full: 'M2 6h7M5.5 2.5 2 6l3.5 3.5',
  ask: 'M4 4.2a2 2 0 1 1 2.6 2L6 7v.7M6 10v.1',
  alarm: 'M6 1.5V7M6 10v.1',
  pause: 'M4 2.5v7M8 2.5v7',
  open: 'M6 2a4 4 0 1 1 0 8 4 4 0 1 1 0-8',
} as const;
type Sign = keyof typeof SIGNS;

const STATES: Readonly<Record<string, readonly [sign: Sign, kind: string, tr: string, en: string]>> = {
  Successful: ['done', 'good', 'Başarılı', 'Successful'],
  Processing: ['wait', 'wait', 'Banka bekleniyor', 'Waiting for the bank'],
  Authorized: ['half', 'wait', 'Ön provizyon', 'Reserved'],
  Released: ['none', 'calm', 'Provizyon iptal', 'Released'],
  Failed: ['no', 'bad', 'Başarısız', 'Failed'],
  Cancelled: ['none', 'calm', 'İptal', 'Cancelled'],
  PartiallyRefunded: ['half', 'calm', 'Kısmi iade', 'Partly refunded'],
  FullyRefunded: ['full', 'calm', 'İade', 'Refunded'],
  Pending: ['ask', 'wait', 'Onay bekliyor', 'Waits for approval'],
  Completed: ['done', 'good', 'Tamamlandı', 'Completed'],
  Rejected: ['no', 'calm', 'Reddedildi', 'Rejected'],
  Expired: ['none', 'calm', 'Süresi doldu', 'Expired'],
  Trialing: ['wait', 'calm', 'Deneme süresi', 'Trial'],
  Active: ['done', 'good', 'Etkin', 'Active'],
  PastDue: ['wait', 'wait', 'Gecikmiş', 'Past due'],
  Unpaid: ['alarm', 'bad', 'Ödenmedi', 'Unpaid'],
  Paused: ['pause', 'calm', 'Duraklatıldı', 'Paused'],
  Open: ['open', 'wait', 'Açık', 'Open'],
  Paid: ['done', 'good', 'Ödendi', 'Paid'],
  Superseded: ['none', 'calm', 'Yerine yenisi açıldı', 'Replaced'],
  Closed: ['none', 'calm', 'Kapatıldı', 'Closed'],
  Waived: ['none', 'calm', 'Vazgeçildi', 'Waived'],
  Skipped: ['none', 'calm', 'Atlandı', 'Skipped'],
  Missed: ['none', 'calm', 'Kaçırıldı', 'Missed'],
  Revoked: ['none', 'calm', 'İptal edildi', 'Revoked'],
  Failing: ['alarm', 'bad', 'Ulaşılamıyor', 'Failing'],
  Disabled: ['pause', 'bad', 'Kapalı', 'Disabled'],
  Void: ['none', 'calm', 'iptal: ekstrede görünmez', 'void: not on the statement'],
  Refund: ['full', 'calm', 'iade: ekstrede ayrı satır', 'refund: a line of its own'],
  All: ['open', 'calm', 'Hepsi', 'All'],
  Calendar: ['open', 'calm', 'Takvim', 'Calendar'],
};

export const stateOf = (name: string) => STATES[name] ?? (['none', 'calm', name, name] as const);

export const stateWord = (name: string): string => w(stateOf(name)[2], stateOf(name)[3]);

/** A state by sign and word: never by colour alone. */
export function State({ of }: { of: string }): VNode {
  const [sign, kind] = stateOf(of);
  return (
    <span class={`state ${kind}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={SIGNS[sign]} />
      </svg>{' '}
      {stateWord(of)}
    </span>
  );
}

const timed = (at: string, said: string): VNode => (
  <time dateTime={at} title={whole(at)}>
    {said}
  </time>
);
export const when = (at: string, nowMs: number): VNode => timed(at, moment(at, nowMs));
export const ago = (at: string, nowMs: number): VNode => timed(at, elapsed(at, nowMs));

/** By whom, and when. */
export const by = ({ session, nowMs }: Desk, keyId: string | null, at: string, name?: string | null) => (
  <>
    {nameOf(session, keyId, name)} {when(at, nowMs)}
  </>
);

export const sum = (amount: number, currency: string): VNode => (
  <span class="sum">{money(amount, currency)}</span>
);

type UnresolvedState = {
  status?: string;
  waitingFor?: string | null;
  nextCheckAt?: string | null;
  difference?: object | null;
};

/** That the outcome is not known, that the bank's books differ, or who must act first. */
export function Unresolved({ of, nowMs }: { of: UnresolvedState; nowMs: number }): VNode | null {
  if (!of.waitingFor && !of.difference && of.status !== 'Pending') return null;
  const text = of.difference
    ? w('Bankanın kaydı farklı: önce o çözülür.', "The bank's books differ: resolve that first.")
    : `${w('Para henüz gitmedi', 'No money has moved yet')}: ${approvers()}.`;
  return (
    <p class="notice wait" role="note">
      {of.waitingFor ? unknownText(of.nextCheckAt, nowMs) : text}
    </p>
  );
}

/** A text of a merchant, a bank or a buyer. */
export const text = (value: string | null | undefined): VNode | null => (value ? <bdi>{value}</bdi> : null);

/** In the language of the page first, then in the bank's words. */
export const bankAnswer = (
  of: Pick<ShownPayment, 'errorCode' | 'bankMessage'> & { bankResponseCode?: string | null },
) => {
  const bank = [of.bankResponseCode, of.bankMessage].filter((one) => one).join(' · ');
  return text(
    [failure(of.errorCode)?.[0] ?? (bank ? '' : of.errorCode), bank].filter((one) => one).join(' '),
  );
};

export const orderFact = (orderNumber: string, payment?: string): ShownFact => [
  w('Sipariş', 'Order'),
  <a key="order" href={addressOf('order', { orderNumber, payment })}>
    <bdi>{orderNumber}</bdi>
  </a>,
];
export type ShownFact = readonly [label: ComponentChildren, value: ComponentChildren] | false | null;
export const Facts = ({ of }: { of: readonly ShownFact[] }): VNode => (
  <dl class="facts">
    {of.map(
      (fact, at) =>
        fact &&
        Boolean(fact[1]) && (
          <div key={at}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
);
