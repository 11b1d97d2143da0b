// DELETE /api/payment/hostedpage/{token}: a closed page accepts no payment any more, and a page with a
// payment in progress is not closed.
import { expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { resultOf } from '../../drivers/result.ts';
import { openFaults } from '../../harness/faults.ts';
import { type ApiAnswer, CARDS, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { orderViews } from '../../journeys/order.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
checkBooksAtEnd(harness);
const { service, buyer, api, createPage, moveBy } = harness;
const { salesOf, approvedSalesOf, stateOf } = orderViews(harness);

const PATH = '/api/payment/hostedpage';
type Page = { token: string; hostedPageUrl: string; orderNumber: string; id: string };
const close = async ({ token }: Pick<Page, 'token'>, more: Parameters<typeof api>[2] = {}) =>
  await api('DELETE', `${PATH}/${token}`, more);
const shown = async ({ token }: Pick<Page, 'token'>) => (await api('GET', `${PATH}/${token}`)).json.data;

/** Expects the state under its current name and under its older one. */
function expectNotOpen(answer: ApiAnswer, state: string): void {
  expectRejection(answer, { code: 'HOSTED_PAGE_NOT_OPEN', facts: ['state'] });
  expect(answer.json.data).toMatchObject({ state });
}

it('a closed page shows that in both languages, has no form, and leads to the shop', async () => {
  const page = await createPage();
  const answer = await close(page);
  expectEnvelope(answer);
  const { id, token } = page;
  expect([answer.status, answer.json.data]).toEqual([200, { id, token, state: 'Closed', canBePaid: false }]);
  expect(await shown(page)).toMatchObject({ state: 'Closed', canBePaid: false });
  const says = { tr: 'Mağaza bu ödeme sayfasını kapattı', en: 'The shop closed this payment page' };
  for (const [language, sentence] of Object.entries(says)) {
    const seen = await buyer.open(page.hostedPageUrl, { 'accept-language': language });
    expect([seen.status, seen.form, seen.headers['content-language']]).toEqual([410, undefined, language]);
    expect(seen.text).toContain(sentence);
    expect(seen.text).toContain(`href="${page.hostedPageUrl}/leave`);
  }
  const left = await buyer.open(`${page.hostedPageUrl}/leave`);
  expect(left.location).toMatch(/^https:\/\/shop\.example\/fail\?result=/);
  const result = resultOf(left.location ?? '');
  expect([result.status, result.paymentReferenceNumber]).toEqual(['Expired', null]);
});

it('a form that was opened before its page was closed moves no money', async () => {
  const page = await createPage();
  const form = await buyer.open(page.hostedPageUrl);
  await close(page);
  expect((await buyer.submit(form)).status).toBe(410);
  expect(await salesOf(page.orderNumber)).toEqual([]);
});

it('closing a page again changes nothing, and a new page of the order can be paid', async () => {
  const page = await createPage();
  await close(page);
  expect((await close(page)).json.data).toMatchObject({ state: 'Closed' });
  const next = await createPage({ orderNumber: page.orderNumber });
  expect((await buyer.submit(await buyer.open(next.hostedPageUrl))).status).toBe(303);
  expect(await stateOf(page)).toBe('Closed');
});

it('a page with a declined attempt can be paid until it is closed', async () => {
  const page = await createPage();
  await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  const declined = await shown(page);
  expect([declined['canBePaid'], (declined['payment'] as { status: string }).status]).toEqual([
    true,
    'Failed',
  ]);
  expect((await close(page)).status).toBe(200);
  expect(await shown(page)).toMatchObject({ canBePaid: false });
});

it('a page whose payment is in progress can still be paid, and is not closed: 409', async () => {
  const page = await createPage();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  expect(await shown(page)).toMatchObject({ state: 'Processing', canBePaid: true });
  expectNotOpen(await close(page), 'Processing');
  await moveBy(10 * MINUTE);
  expect(await shown(page)).toMatchObject({ state: 'Paid', canBePaid: false });
  expectNotOpen(await close(page), 'Paid');
});

it('a page that has ended cannot be closed, and the answer contains how it ended', async () => {
  const expired = await createPage();
  await moveBy(HOUR);
  expectNotOpen(await close(expired), 'Expired');
  const superseded = await createPage();
  await createPage({ orderNumber: superseded.orderNumber });
  expectNotOpen(await close(superseded), 'Superseded');
});

it('a page whose order an older page is paying is never reported as closed or open', async () => {
  const older = await createPage();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(older.hostedPageUrl));
  const newer = await createPage({ orderNumber: older.orderNumber });
  expect(await shown(newer)).toMatchObject({ state: 'Processing', canBePaid: true });
  await close(newer);
  expect((await buyer.open(newer.hostedPageUrl)).text).not.toContain('data-state="closed"');
  await moveBy(10 * MINUTE);
  expect(await shown(newer)).toMatchObject({ state: 'Paid', canBePaid: false });
  expect((await buyer.open(newer.hostedPageUrl)).status).toBe(200);
});

it('another merchant’s page and an unknown token are 404, and stay as they are', async () => {
  const page = await createPage();
  const stranger = await service.addMerchant({});
  expectRejection(await close(page, { key: stranger.apiKey }), { code: 'HOSTED_PAGE_NOT_FOUND' });
  for (const token of [`HST-${'A'.repeat(43)}`, 'HST-x']) {
    expectRejection(await close({ token }), { code: 'HOSTED_PAGE_NOT_FOUND' });
  }
  expect(await stateOf(page)).toBe('Open');
});

it('a page that is closed and paid at the same moment is closed without a sale, or paid', async () => {
  const ends = new Set<string>();
  for (let round = 0; round < rounds(24, 8); round += 1) {
    const page = await createPage();
    const form = await buyer.open(page.hostedPageUrl);
    faults.jitter(6, round + 1);
    const [closed] = await Promise.all([close(page), buyer.submit(form)]);
    faults.jitter(0);
    await moveBy(10 * MINUTE);
    const state = String(await stateOf(page));
    ends.add(state);
    const sales = (await approvedSalesOf(page.orderNumber)).length;
    expect([state, closed.status, sales]).toEqual(state === 'Closed' ? ['Closed', 200, 0] : ['Paid', 409, 1]);
  }
  expect(ends.size).toBeGreaterThan(0);
});

it('a page is shown and closed by its id, in any case, which opens it to no buyer and to no other merchant', async () => {
  const { id, hostedPageUrl, token } = await createPage();
  const named = async (verb: 'GET' | 'DELETE', key?: string) =>
    await api(verb, `${PATH}/${id.toUpperCase()}`, key === undefined ? {} : { key });
  const ofToken = await shown({ token });
  expect((await named('GET')).json.data).toEqual({ ...ofToken, token: null, hostedPageUrl: null });
  expect((await buyer.open(hostedPageUrl.replace(token, id))).status).toBe(404);
  const stranger = await service.addMerchant({});
  for (const verb of ['GET', 'DELETE'] as const) {
    expectRejection(await named(verb, stranger.apiKey), { code: 'HOSTED_PAGE_NOT_FOUND' });
  }
  const closed = { id, token: null, state: 'Closed', canBePaid: false };
  expect((await named('DELETE')).json.data).toEqual(closed);
  expect(await stateOf({ token })).toBe('Closed');
});
