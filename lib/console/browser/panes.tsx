// What is pressed and chosen: lists with what is shown beside them, filters and buttons.
import type { ComponentChildren, VNode } from 'preact';
import type { Page } from '../../clients/typescript/core.ts';
import { customerList, customerOf } from './api.ts';
import { answerTo, type Desk, type Hands } from './desk.ts';
import type { AskState } from './loading.ts';
import { stateWord, text } from './parts.tsx';
import { changed, type DeskPlace } from './place.ts';
import { isSought, soughtLabel } from './recognise.ts';
import { may } from './session.ts';
import { w } from './words.ts';

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

/** The customers of an e-mail address, a telephone number in each way to write it, or a part of a name. */
export function customersSought({ params: { email, phone, fullName, cursor } }: DeskPlace) {
  if (email) return [customerList({ email, limit: 1 })];
  if (fullName) return [customerList({ fullName, limit: 50, cursor })];
  return phone ? ['', '0', '90'].map((before) => customerList({ phone: before + phone.slice(-10) })) : [];
}
/** The customer of the address, whose name the list says. */
export const customerNamed = ({ session, place: { params } }: Desk) =>
  params['customerId'] && may(session, 'customers:read') ? customerOf(params['customerId']) : undefined;

/** As a query of a list; undefined until the customer is known. */
export function filtersOf(desk: Desk): Readonly<Record<string, string>> | undefined {
  const { email, id: _, ...filters } = desk.place.params;
  const [ask] = customersSought(desk.place);
  if (ask === undefined) return filters;
  const [customer] = (email && answerTo(desk, ask).data?.items) || [];
  return customer && { ...filters, customerId: customer.id };
}

export function Sought({ desk }: { desk: Desk }): VNode | null {
  const { place } = desk;
  const customer = answerTo(desk, customerNamed(desk)).data?.fullName;
  const given = Object.entries(place.params).flatMap(([name, value]) =>
    isSought(name) ? [[name, value] as const] : [],
  );
  if (given.length === 0) return null;
  return (
    <p class="chips given">
      {given.map(([name, value]) => (
        <a
          key={name}
          href={changed(place, { [name]: undefined, ...(name === 'minAmount' && { maxAmount: undefined }) })}
          title={w('Kaldır', 'Remove')}
        >
          <bdi>{soughtLabel(name, (name === 'customerId' && customer) || value)}</bdi>{' '}
          <span aria-hidden="true">×</span>
        </a>
      ))}
    </p>
  );
}

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
  /** Ready to send: it has the link in it. */
  message?: string | undefined;
};

export const Link = ({ link, hands, hotkey, before, message }: LinkProps): VNode | null =>
  link === undefined ? null : (
    <section class="link-made" aria-label={w('Bağlantı', 'The link')}>
      {before}
      <code>{link}</code>
      <div class="do">
        <Button kind="main" hotkey={hotkey} onClick={() => hands.copy(link)}>
          {w('Bağlantıyı kopyala', 'Copy the link')}
        </Button>
        {message && (
          <Button hotkey="w" onClick={() => hands.copy(message)}>
            {w('WhatsApp metni', 'Text for WhatsApp')}
          </Button>
        )}
      </div>
      {message && <blockquote>{message}</blockquote>}
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
