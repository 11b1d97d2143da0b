// The parts that all views share.
import type { ComponentChildren, VNode } from 'preact';
import type { Page } from '../../clients/typescript/core.ts';
import { unknownText } from './actions.ts';
import type { Desk, Hands } from './desk.ts';
import type { AskState } from './loading.ts';
import { addressOf, changed, type DeskPlace } from './place.ts';
import { nameOf } from './session.ts';
import { elapsed, moment, money, w, whole } from './words.ts';

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
  waitingFor?: string | null;
  nextCheckAt?: string | null;
  difference?: object | null;
};

/** That the outcome is not known, or that the bank's books differ. */
export function Unresolved({ of, nowMs }: { of: UnresolvedState; nowMs: number }): VNode | null {
  if (!of.waitingFor && !of.difference) return null;
  const differs = () =>
    w('Bankanın kaydı farklı: önce o çözülür.', "The bank's books differ: resolve that first.");
  return (
    <p class="notice wait" role="note">
      {of.waitingFor ? unknownText(of.nextCheckAt, nowMs) : differs()}
    </p>
  );
}

/** A text of a merchant, a bank or a buyer. */
export const text = (value: string | null | undefined): VNode | null => (value ? <bdi>{value}</bdi> : null);

export const orderFact = (orderNumber: string, payment?: string): ShownFact => [
  w('Sipariş', 'Order'),
  <a key="order" href={addressOf('order', { orderNumber, payment })}>
    <bdi>{orderNumber}</bdi>
  </a>,
];
export type ShownFact = readonly [label: string, value: ComponentChildren];
export const Facts = ({ of }: { of: readonly (ShownFact | false | null)[] }): VNode => (
  <dl class="facts">
    {of.map(
      (fact) =>
        fact &&
        fact[1] !== null &&
        fact[1] !== '' && (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
);

type FilterProps = {
  place: DeskPlace;
  name: string;
  /** The values; the empty one stands for `all`. */
  of: readonly string[];
  all?: 'All' | 'Calendar';
  /** What holds without the parameter. */
  usual?: string | undefined;
};

/** The states of a filter, each of them an address. */
export const Filter = ({ place, name, of, all = 'All', usual = '' }: FilterProps): VNode => (
  <nav class="chips" aria-label={w('Durum', 'State')}>
    {of.map((value) => (
      <a
        key={value}
        href={changed(place, { [name]: value })}
        aria-current={(place.params[name] ?? usual) === value ? 'true' : undefined}
      >
        {stateWord(value || all)}
      </a>
    ))}
  </nav>
);

type TwoPanesProps = FilterProps & {
  title: string;
  begin?: ComponentChildren;
  answer: AskState<Page<unknown>>;
  none: string;
  children: ComponentChildren;
  one: ComponentChildren;
};

/** A list with its filter, and the one of it that the address names. */
export const TwoPanes = ({ title, begin, answer, none, children, one, ...filter }: TwoPanesProps): VNode => (
  <>
    <h1>{title}</h1>
    {begin && <p class="do">{begin}</p>}
    {filter.of.length > 0 && <Filter {...filter} />}
    <div class="panes">
      <div class="list">
        {children}
        {!answer.data?.items.length && <Instead of={answer} none={none} />}
        <More place={filter.place} cursor={answer.data?.nextCursor} />
      </div>
      <div class="one">{one}</div>
    </div>
  </>
);

type ListLine = {
  id: string;
  address: string;
  title: string;
  total: VNode;
  left: ComponentChildren;
  right: ComponentChildren;
};

/** The list of the left pane; `on`: the one that the right pane shows. */
export const ListRows = ({ of, on }: { of: readonly ListLine[]; on: string | undefined }): VNode => (
  <ul>
    {of.map(({ id, address, title, total, left, right }) => (
      <li key={id}>
        <a data-row class="line" href={address} aria-current={id === on ? 'true' : undefined}>
          <span>{text(title)}</span>
          {total}
          <small>{left}</small>
          <small>{right}</small>
        </a>
      </li>
    ))}
  </ul>
);

/** What stands in the place of an answer that has nothing to show; nothing for what is not asked. */
export function Instead({ of, none }: { of: AskState; none?: string }): VNode | null {
  const { data, problem, isLoading } = of;
  if (data === undefined && !isLoading && !problem) return null;
  return (
    <p class={`instead ${problem ? 'bad' : ''}`} role={problem && 'alert'} aria-busy={isLoading && !data}>
      {problem?.text ?? (data === undefined ? w('Yükleniyor…', 'Loading…') : none)}
    </p>
  );
}

/** A key to press, which is seen only. */
export const Key = ({ of }: { of: string | number }): VNode => (
  <span class="key" aria-hidden="true">
    {of}
  </span>
);

type ButtonProps = {
  onClick(): void;
  children: ComponentChildren;
  label?: string;
  kind?: 'main' | 'plain';
  /** The key that presses it, where nobody types. */
  hotkey?: string | undefined;
};
export const Button = ({ onClick, children, label, kind = 'plain', hotkey }: ButtonProps): VNode => (
  <button type="button" class={kind} onClick={onClick} data-hotkey={hotkey} aria-label={label}>
    {children}
    {hotkey && <Key of={hotkey} />}
  </button>
);

type LinkProps = {
  link: string | undefined;
  hands: Hands;
  hotkey?: string | undefined;
  before?: VNode;
  children?: ComponentChildren;
};

export const Link = ({ link, hands, hotkey, before, children }: LinkProps): VNode | null =>
  link === undefined ? null : (
    <section class="link-made" aria-label={w('Bağlantı', 'The link')}>
      {before}
      <code>{link}</code>
      <div class="do">
        <Button kind="main" hotkey={hotkey} onClick={() => hands.copy(link)}>
          {w('Bağlantıyı kopyala', 'Copy the link')}
        </Button>
        {children}
      </div>
    </section>
  );

type MoreProps = { place: DeskPlace; cursor: string | null | undefined };
export const More = ({ place, cursor }: MoreProps): VNode | null =>
  cursor ? (
    <p class="more">
      <a class="button" href={changed(place, { cursor })}>
        {w('Sonrakiler', 'Next')}
      </a>
    </p>
  ) : null;
