// A view is an address: filters, selection and page are in it, so that back, reload and a colleague's click
// show the same.
export const VIEWS = [
  'today',
  'payments',
  'order',
  'refunds',
  'recurring',
  'pages',
  'webhooks',
  'people',
] as const;
export type ViewName = (typeof VIEWS)[number];
export type DeskPlace = { view: ViewName; params: Readonly<Record<string, string>> };

export function placeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): DeskPlace {
  const name = pathname.split('/')[2] ?? '';
  const view = VIEWS.find((one) => one === name) ?? 'today';
  return { view, params: Object.fromEntries(new URLSearchParams(search)) };
}

type Params = Readonly<Record<string, string | undefined>>;

/** The address of a view; a parameter that is empty or undefined is left out. */
export function addressOf(view: ViewName, params: Params = {}): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(given).toString();
  return `/console${view === 'today' ? '' : `/${view}`}${query === '' ? '' : `?${query}`}`;
}

/** The same view with other parameters. A cursor and the one that is shown (`id`) belong to their filters. */
export const changed = ({ view, params }: DeskPlace, other: Params): string =>
  addressOf(view, { ...params, cursor: undefined, id: undefined, ...other });
