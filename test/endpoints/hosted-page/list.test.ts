// GET /api/payment/hostedpage: newest first, of one order or state, page by page, and of no other merchant.
import { beforeAll, expect, it } from 'vitest';
import { allItems } from '../../drivers/pages.ts';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { CARDS, HOUR, MINUTE, type OpenPage, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, api, buyer, createPage, moveBy } = harness;
const PATH = '/api/payment/hostedpage';

type Row = { id: string; state: string; canBePaid: boolean; orderNumber: string };
type List = { items: Row[]; nextCursor: string | null };
const list = async (query = '', key?: string) =>
  await api<List>('GET', `${PATH}${query}`, key === undefined ? {} : { key });
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The pages by the state that each has in the end, oldest first. */
const pages: Record<string, OpenPage> = {};
beforeAll(async () => {
  const make = async (state: string, more: Record<string, unknown> = {}) => {
    await moveBy(MINUTE);
    const page = await createPage({ expiresInMinutes: 1440, ...more });
    pages[state] = page;
    return page;
  };
  await make('Expired', { expiresInMinutes: 5 });
  const paid = await make('Paid');
  await buyer.submit(await buyer.open(paid.hostedPageUrl));
  const { token } = await make('Closed');
  await api('DELETE', `${PATH}/${token}`);
  await make('Superseded', { orderNumber: 'TWO-PAGES' });
  const open = await make('Open', { orderNumber: 'TWO-PAGES' });
  await buyer.submit(await buyer.open(open.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  await moveBy(HOUR);
  service.bank.script(['lost-after']);
  const busy = await make('Processing');
  await service.timeline.setRunning(false);
  await buyer.submit(await buyer.open(busy.hostedPageUrl));
});

it('the list has every page with its state, newest first', async () => {
  const answer = await list();
  expectEnvelope(answer);
  const { items, nextCursor } = answer.json.data;
  const expected = Object.entries(pages).reverse();
  expect(items.map(({ id, state }) => [state, id])).toEqual(expected.map(([state, { id }]) => [state, id]));
  expect(nextCursor).toBeNull();
  const payable = items.filter((row) => row.canBePaid).map(({ state }) => state);
  expect(payable).toEqual(['Processing', 'Open']);
});

it('a page in the list equals its own GET, but has neither token nor address', async () => {
  const { items } = (await list('?state=Open')).json.data;
  const {
    token: _,
    hostedPageUrl: __,
    payment,
    ...shown
  } = (await api('GET', `${PATH}/${pages['Open']?.token}`)).json.data;
  const { paymentReferenceNumber } = payment as { paymentReferenceNumber: string };
  // The list alone tells the name of the key: shops read a page at every sale.
  expect(items).toEqual([{ ...shown, paymentReferenceNumber, createdByName: null }]);
});

it.each(['Open', 'Processing', 'Paid', 'Closed', 'Expired', 'Superseded'])(
  'the list of state %s has the pages of this state only',
  async (state) => {
    const { items } = (await list(`?state=${state}`)).json.data;
    expect(idsOf(items)).toEqual([pages[state]?.id]);
  },
);

it('the list of an order has its pages only, of one state if asked for', async () => {
  const of = async (more = '') => idsOf((await list(`?orderNumber=TWO-PAGES${more}`)).json.data.items);
  expect(await of()).toEqual([pages['Open']?.id, pages['Superseded']?.id]);
  expect(await of('&state=Superseded')).toEqual([pages['Superseded']?.id]);
});

it('each hosted page is on exactly one page of the list, with any limit', async () => {
  for (const limit of [1, 2, 4]) {
    const rows = await allItems(async ({ cursor }) => {
      const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      return (await list(`?limit=${limit}${next}`)).json.data;
    });
    expect(idsOf(rows)).toEqual(idsOf(Object.values(pages)).reverse());
  }
});

it('a cursor of another list, a state that does not exist and a foreign key find nothing', async () => {
  const { nextCursor } = (await list('?limit=1')).json.data;
  expectRejection(await list(`?limit=1&state=Open&cursor=${encodeURIComponent(nextCursor ?? '')}`), {
    code: 'CURSOR_INVALID',
    fields: ['cursor'],
  });
  expectRejection(await list('?state=Ended'), { code: 'VALIDATION_ERROR', facts: ['errors'] });
  const stranger = await service.addMerchant({});
  expect((await list('', stranger.apiKey)).json.data.items).toEqual([]);
});
