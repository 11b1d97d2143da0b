// The filters that an address has beside its state and days: what they ask, and how each is taken off again.
import type { VNode } from 'preact';
import { customerList } from './api.ts';
import { answerTo, type Desk } from './desk.ts';
import { changed, type DeskPlace } from './place.ts';
import { isSought, soughtLabel } from './recognise.ts';
import { w } from './words.ts';

/** The customer of an e-mail address, by whom its list is asked. */
export const customerSought = ({ params: { email } }: DeskPlace) =>
  email ? customerList({ email, limit: 1 }) : undefined;

/** As a query of a list; undefined until the customer is known. */
export function filtersOf(desk: Desk): Readonly<Record<string, string>> | undefined {
  const { email, id: _, ...filters } = desk.place.params;
  if (!email) return filters;
  const [customer] = answerTo(desk, customerSought(desk.place)).data?.items ?? [];
  return customer && { ...filters, customerId: customer.id };
}

export function Sought({ place }: { place: DeskPlace }): VNode | null {
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
          <bdi>{soughtLabel(name, value)}</bdi> <span aria-hidden="true">×</span>
        </a>
      ))}
    </p>
  );
}
