// The states that pages of every purpose have, what follows each, and where it leads the buyer.
import type { Transitions } from '../transitions.ts';

/** So many declined attempts end a payment page. */
export const MAX_DECLINES = 5;

/** In these states nobody can use a page any more, although nothing went wrong on it. */
const OVER_STATES = ['Closed', 'Expired'] as const;
export type OverState = (typeof OVER_STATES)[number];

/** The state of a page that its row leaves open. */
export const stateInTime = ({ expiresAt }: { expiresAt: string }, now: Date): 'Open' | OverState =>
  Date.parse(expiresAt) <= now.getTime() ? 'Expired' : 'Open';

/** What a row stores, beside the state of a page that has done what it is for: `Paid` or `Completed`. */
export const STORED_STATES = ['Open', 'Processing', 'Failed', 'Closed'] as const;
type StoredState = (typeof STORED_STATES)[number];
type StoredCardState = StoredState | 'Completed';

export type CardPageState = StoredCardState | OverState;
export const HOSTED_PAGE_STATES = [
  'Open',
  'Processing',
  'Paid',
  'Failed',
  ...OVER_STATES,
  'Superseded',
] as const;
export type HostedPageState = (typeof HOSTED_PAGE_STATES)[number];

/** The states that a reader sees: Expired and Superseded follow from the clock and from a newer page. */
export const HOSTED_PAGE_TRANSITIONS: Transitions<HostedPageState> = {
  Open: {
    Processing: 'form submitted',
    Failed: 'too many cards tried, or fixed installments not sold any more',
    Closed: 'closed by the merchant',
    Expired: 'time over',
    Superseded: 'newer page',
  },
  Processing: {
    Paid: 'approved',
    Open: 'declined or not sent',
    Failed: 'last decline',
    Expired: 'declined or not sent, time over',
    Superseded: 'declined or not sent, newer page',
  },
  Paid: {},
  Failed: {},
  Closed: {},
  Expired: { Superseded: 'newer page' },
  Superseded: {},
};

/** The addresses for the buyer's return; without `cancelUrl` a buyer who leaves gets to `failUrl`. */
type ReturnAddresses = { successUrl?: string; failUrl?: string; cancelUrl?: string };
export type ReturnLink<Done> = { status: Done | 'Failed' | 'Cancelled' | 'Expired'; address: string };

/**
 * The status of the result and the shop's address (hosted-page.md 8.1 and 8.3); undefined while an outcome is
 * not known, and without an address. `done`: the status of a page that has done what it is for.
 */
export function leavingIn<Done extends string>(
  state: HostedPageState | CardPageState,
  page: ReturnAddresses,
  done: Done,
): ReturnLink<Done> | undefined {
  const { successUrl, failUrl, cancelUrl = failUrl } = page;
  const leave = (status: ReturnLink<Done>['status'], address: string | undefined) =>
    address === undefined ? undefined : { status, address };
  switch (state) {
    case 'Processing':
      return undefined;
    case 'Paid':
    case 'Completed':
      return leave(done, successUrl);
    case 'Failed':
      return leave('Failed', failUrl);
    case 'Open':
      return leave('Cancelled', cancelUrl);
    case 'Closed':
    case 'Expired':
    case 'Superseded':
      return leave('Expired', failUrl);
  }
}
