// The states that pages of every purpose have, and where each leads the buyer.

/** In these states nobody can use a page any more, although nothing went wrong on it. */
export const OVER_STATES = ['Closed', 'Expired'] as const;
export type OverState = (typeof OVER_STATES)[number];

/** The state of a page that its row leaves open. */
export const stateInTime = ({ expiresAt }: { expiresAt: string }, now: Date): 'Open' | OverState =>
  Date.parse(expiresAt) <= now.getTime() ? 'Expired' : 'Open';

/** `Paid`, `Completed`: the page has done what it is for. `Superseded`: its order has a newer page. */
type PageState = 'Open' | 'Processing' | 'Paid' | 'Completed' | 'Failed' | 'Superseded' | OverState;

/** The addresses for the buyer's return; without `cancelUrl` a buyer who leaves gets to `failUrl`. */
type Returning = { successUrl?: string; failUrl?: string; cancelUrl?: string };
export type Leaving<Done> = { status: Done | 'Failed' | 'Cancelled' | 'Expired'; address: string };

/**
 * The status of the result and the shop's address (hosted-page.md 8.1 and 8.3); undefined while an outcome is
 * not known, and without an address. `done`: the status of a page that has done what it is for.
 */
export function leavingIn<Done extends string>(
  state: PageState,
  page: Returning,
  done: Done,
): Leaving<Done> | undefined {
  const { successUrl, failUrl, cancelUrl = failUrl } = page;
  const leave = (status: Leaving<Done>['status'], address: string | undefined) =>
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
