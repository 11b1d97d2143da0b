// A payment link takes 5 declines and 4 cards a day and 20 declines in all (hosted-page.md 14.3), and lives
// up to 90 days (14.1): then it is expired to the second, and a buyer cannot give it more time.
import { expect, it } from 'vitest';
import { formNonceOf } from '#checkout/buyer-page.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { resultOf, statusIn } from '../../../drivers/result.ts';
import {
  CARDS,
  DAY,
  HOUR,
  MINUTE,
  type OpenPage,
  pageBody,
  SECOND,
  startHarness,
} from '../../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, moveBy, moveTo } = harness;
const PATH = '/api/payment/hostedpage';
const NINETY_DAYS = 129_600;

const openLink = async (more: Record<string, unknown> = {}) =>
  await createPage({ expiresInMinutes: NINETY_DAYS, language: 'tr', ...more });
const shown = async ({ token }: Pick<OpenPage, 'token'>) => (await api('GET', `${PATH}/${token}`)).json.data;
const declined = async ({ hostedPageUrl }: OpenPage, cardNumber: string = CARDS.insufficientFunds) =>
  await buyer.submit(await buyer.open(hostedPageUrl), { cardNumber });
const sales = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;

it('five declines let a link rest until midnight of the merchant, and twenty end it', async () => {
  await moveTo('2026-11-20T20:30:00Z');
  const link = await openLink();
  const form = await buyer.open(link.hostedPageUrl);
  for (let count = 1; count < 5; count += 1) expect((await declined(link)).status).toBe(422);
  expect((await buyer.open(link.hostedPageUrl)).text).toContain('Bugün için 1 deneme hakkınız kaldı.');
  const last = await declined(link);
  expect(last.text).toContain('data-state="resting"');
  expect(last.text).toContain('21 Kasım 00:00 itibarıyla');
  expect(await shown(link)).toMatchObject({ state: 'Open', canBePaid: true, attemptCount: 5 });

  // The form's nonce is no secret: a thief computes it for the next attempt.
  const before = sales();
  const formNonce = formNonceOf({ attemptCount: 5 }, link.token);
  const action = new URL(link.hostedPageUrl).pathname;
  const refused = await buyer.submit({ ...form, form: { action, hidden: { formNonce, installment: '1' } } });
  expect([refused.status, refused.form]).toEqual([429, undefined]);
  expect([sales(), (await shown(link))['attemptCount']]).toEqual([before, 5]);

  await moveTo('2026-11-20T21:00:01Z');
  for (let day = 2; day <= 4; day += 1) {
    expect((await buyer.open(link.hostedPageUrl)).form).toBeDefined();
    for (let count = 1; count < 5; count += 1) await declined(link);
    expect(await shown(link)).toMatchObject({ state: 'Open' });
    const over = await declined(link);
    if (day < 4) await moveBy(DAY);
    else
      expect(resultOf(over.location)).toMatchObject({ status: 'Failed', errorCode: 'NOT_SUFFICIENT_FUNDS' });
  }
  expect(await shown(link)).toMatchObject({ state: 'Failed', canBePaid: false, attemptCount: 20 });
});

it('a fifth card of a day asks the bank nothing; the same cards and tomorrow’s are taken', async () => {
  const link = await openLink();
  const cards = [CARDS.insufficientFunds, CARDS.doNotHonour, '4128111111111112', '4130111111111118'];
  for (const card of cards) await declined(link, card);
  const before = sales();
  const stopped = await declined(link, CARDS.approved);
  expect([stopped.status, sales()]).toEqual([429, before]);
  expect(stopped.text).toContain('data-state="resting"');
  expect(await shown(link)).toMatchObject({ state: 'Open', guard: 'CARDS', attemptCount: 4 });
  await moveBy(DAY);
  expect(statusIn((await buyer.submit(await buyer.open(link.hostedPageUrl))).location)).toBe('Successful');
});

it('a page of a day still fails after five declines', async () => {
  const page = await openLink({ expiresInMinutes: 1440 });
  for (let count = 0; count < 5; count += 1) await declined(page);
  expect(await shown(page)).toMatchObject({ state: 'Failed' });
});

it('a link is paid on its last day, and expires at day 90 without more time', async () => {
  const tooLong = await api('POST', PATH, { body: pageBody({ expiresInMinutes: NINETY_DAYS + 1 }) });
  expect([tooLong.status, tooLong.text]).toEqual([400, expect.stringContaining('129600')]);
  const headers = { 'idempotency-key': 'link-of-90-days' };
  const body = pageBody({ expiresInMinutes: NINETY_DAYS });
  const first = await api<OpenPage>('POST', PATH, { body, headers });
  const link = { ...first.json.data, orderNumber: String(body['orderNumber']) };
  const other = await openLink();
  await service.timeline.setRunning(false);
  await moveBy(90 * DAY - HOUR);
  const again = await api('POST', PATH, { body, headers });
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);

  const form = await buyer.open(other.hostedPageUrl);
  expect(form.text).not.toMatch(/ data-can-extend\s/);
  const { expiresAt } = await shown(other);
  const action = new URL(other.hostedPageUrl).pathname;
  await buyer.post({ ...form, form: { action, hidden: {} } }, { extend: 'yes' });
  expect((await shown(other))['expiresAt']).toBe(expiresAt);
  expect(statusIn((await buyer.submit(await buyer.open(link.hostedPageUrl))).location)).toBe('Successful');

  await moveTo(new Date(Date.parse(String(expiresAt)) - MINUTE).toISOString());
  expect(await shown(other)).toMatchObject({ state: 'Open' });
  await moveBy(MINUTE + SECOND);
  expect(await shown(other)).toMatchObject({ state: 'Expired', canBePaid: false });
  expect((await buyer.open(other.hostedPageUrl)).status).toBe(410);
  // The row stays for thirty days more, whatever the stage keeps.
  await moveBy(29 * DAY);
  expect(await shown(other)).toMatchObject({ state: 'Expired' });
  await service.timeline.setRunning(true);
});
