// A page for recurring payments: nothing is paid without the buyer's consent that the card is stored and
// charged.

import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { CARDS, DAY, pageBody, startHarness } from '../../../harness/harness.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { api, buyer, now } = harness;
const { makeCustomer, open, send, showPage, store, key } = await savingBuyers(harness, 'never');
const FOR_RECURRING = { saveCardFor: 'recurring' };
const TICKED = { saveCard: 'yes' };
const BOX = /<input\s+type="checkbox" name="saveCard"[^>]*>/;

it('the box is required, unticked and explained in both languages', async () => {
  const page = await open(await makeCustomer(), FOR_RECURRING);
  const says = { tr: 'Onay kutusunu işaretleyin.', en: 'Tick this box to continue.' };
  for (const [language, missing] of Object.entries(says)) {
    const { text } = await buyer.open(page.form.path, { 'accept-language': language });
    const box = BOX.exec(text)?.[0] ?? '';
    expect(box).toContain(`required data-missing="${missing}"`);
    expect(box).toContain('aria-describedby="saveCard-help saveCard-error"');
    expect(box).not.toContain('checked');
  }
});

it.each([
  ['monthly', undefined, 'Her ay 1.399,90\u00a0₺ bu karttan çekilsin', 'every month'],
  ['weekly', 2, '2 haftada bir 1.399,90\u00a0₺ bu karttan çekilsin', 'every 2 weeks'],
  ['quarterly', 1, '3 ayda bir 1.399,90\u00a0₺ bu karttan çekilsin', 'every 3 months'],
  ['annually', 1, 'Her yıl 1.399,90\u00a0₺ bu karttan çekilsin', 'every year'],
])('the box says amount and rhythm: %s, %s', async (frequency, frequencyInterval, turkish, english) => {
  const recurringTerms = { amount: 1399.9, frequency, frequencyInterval };
  const page = await open(await makeCustomer(), { ...FOR_RECURRING, recurringTerms });
  expect(page.form.text).toContain(turkish);
  const { text } = await buyer.open(page.form.path, { 'accept-language': 'en' });
  expect(text).toContain(`Charge this card ₺1,399.90 ${english}`);
});

const MONTHS = [
  ...['Ocak’ta', 'Şubat’ta', 'Mart’ta', 'Nisan’da', 'Mayıs’ta', 'Haziran’da'],
  ...['Temmuz’da', 'Ağustos’ta', 'Eylül’de', 'Ekim’de', 'Kasım’da', 'Aralık’ta'],
];
it('a subscription is a sentence with its dates, on the form and on the receipt, and so it is kept', async () => {
  const customer = await makeCustomer();
  const today = Temporal.Instant.from(now().toISOString()).toZonedDateTimeISO('Europe/Istanbul');
  const day = today.add({ days: 29 });
  const recurringTerms = { amount: 399, frequency: 'monthly', startDate: day.toPlainDate().toString() };
  const page = await open(customer, { ...FOR_RECURRING, recurringTerms });
  const sentence = `${day.day} ${MONTHS[day.month - 1]} 399,00\u00a0₺, sonra her ay`;
  expect(page.form.text).toContain(`${sentence} bu karttan çekilsin`);
  expect((await send(page.form, TICKED)).status).toBe(303);
  expect((await buyer.open(page.form.path)).text).toContain(`<dd><bdi>${sentence}</bdi></dd>`);
  const { text } = await buyer.open(page.form.path, { 'accept-language': 'en' });
  expect(text).toMatch(new RegExp(`₺399\\.00 on ${day.day} \\w+, then every month`));
  const path = `/api/customer/${customer}/export`;
  const { consents } = (await api<{ consents: unknown[] }>('GET', path, { key })).json.data;
  const startDate = `${day.toPlainDate().toString()}T07:00:00.000Z`;
  const terms = { ...recurringTerms, frequencyInterval: 1, startDate };
  expect(consents).toContainEqual(expect.objectContaining({ recurringTerms: terms }));
});

it('a first charge a year from now is named with its year', async () => {
  const startDate = `${now().getUTCFullYear() + 2}-03-05`;
  const recurringTerms = { amount: 399, frequency: 'annually', startDate };
  const page = await open(await makeCustomer(), { ...FOR_RECURRING, recurringTerms });
  expect(page.form.text).toContain(`5 Mart ${startDate.slice(0, 4)} tarihinde 399,00\u00a0₺, sonra her yıl`);
});

it('no buyer agrees to a first charge that may be over when the page is paid', async () => {
  const body = async (minutes: number, days: number) => ({
    ...pageBody(),
    customerId: await makeCustomer(),
    ...FOR_RECURRING,
    expiresInMinutes: minutes,
    recurringTerms: {
      amount: 399,
      frequency: 'monthly',
      startDate: new Date(now().getTime() + days * DAY).toISOString(),
    },
  });
  const create = async (minutes: number, days: number) =>
    await api('POST', '/api/payment/hostedpage', { key, body: await body(minutes, days) });
  for (const [minutes, days] of [
    [30, -1],
    [30, 0],
    [30 * 24 * 60, 29],
  ] as const) {
    const { json } = await create(minutes, days);
    expect(json).toMatchObject({
      errorCode: 'START_DATE_IN_PAST',
      data: { errors: [{ field: 'recurringTerms.startDate' }] },
    });
  }
  expect((await create(30 * 24 * 60, 31)).status).toBe(201);
});

it('the consent keeps the terms that the box has shown, and names no others', async () => {
  const customer = await makeCustomer();
  const consents = async () =>
    (await api<{ consents: unknown[] }>('GET', `/api/customer/${customer}/export`, { key })).json.data
      .consents;
  const terms = { amount: 399, frequency: 'monthly', frequencyInterval: 1 };
  for (const recurringTerms of [terms, undefined]) {
    const page = await open(customer, { ...FOR_RECURRING, recurringTerms });
    expect((await send(page.form, TICKED)).status).toBe(303);
    const kept = recurringTerms ? { ...terms, startDate: null } : null;
    expect(await consents()).toContainEqual(
      expect.objectContaining({ use: 'recurring', recurringTerms: kept }),
    );
  }
});

it.each([
  [{ saveCardFor: 'oneClick' }, {}, 'saveCardFor'],
  [{}, {}, 'saveCardFor'],
  [FOR_RECURRING, { frequency: 'annually', frequencyInterval: 4 }, 'recurringTerms.frequencyInterval'],
  [FOR_RECURRING, { amount: 0 }, 'recurringTerms.amount'],
])('terms that no charge could have are refused: %o, %o', async (more, wrong, field) => {
  const recurringTerms = { amount: 399, frequency: 'monthly', ...wrong };
  const customerId = await makeCustomer();
  const { json } = await api('POST', '/api/payment/hostedpage', {
    key,
    body: { ...pageBody(), customerId, ...more, recurringTerms },
  });
  expect(json.data).toMatchObject({ errors: [{ field }] });
});

it('a form without the tick pays nothing, keeps what may be shown, and is paid with the tick', async () => {
  const page = await open(await makeCustomer(), FOR_RECURRING);
  const refused = await send(page.form);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('<span>Onay kutusunu işaretleyin.</span>');
  expect(refused.text).toContain('value="Ayşe Yılmaz"');
  expect(BOX.exec(refused.text)?.[0]).toContain('aria-invalid="true" autofocus');
  expect(await showPage(page.token)).toMatchObject({ state: 'Open', payment: null });
  const slip = await send(refused, { ...TICKED, cvv: '' });
  expect(BOX.exec(slip.text)?.[0]).toContain('checked');
  expect((await send(slip, TICKED)).status).toBe(303);
  const { payment } = await showPage(page.token);
  expect(payment).toMatchObject({ status: 'Successful', cardStorageId: expect.any(String) });
});

it('the form’s script gets the error of the box, and empties no field', async () => {
  const page = await open(await makeCustomer(), FOR_RECURRING);
  const answer = await buyer.post(page.form, {}, { accept: 'application/json' });
  expect(JSON.parse(answer.text)).toMatchObject({
    step: 'form',
    empty: [],
    errors: expect.arrayContaining([{ field: 'saveCard', text: 'Onay kutusunu işaretleyin.' }]) as unknown,
  });
});

it('a stored card needs the consent too, and the export names it once it was paid with', async () => {
  const customer = await makeCustomer();
  const { id } = await store(customer);
  const page = await open(customer, FOR_RECURRING);
  const chosen = { savedCard: id, cvv: '123' };
  const refused = await buyer.post(page.form, chosen);
  expect([refused.status, (await showPage(page.token)).payment]).toEqual([422, null]);
  const consents = async () =>
    (await api<{ consents: unknown[] }>('GET', `/api/customer/${customer}/export`, { key })).json.data
      .consents;
  expect(await consents()).toEqual([]);
  expect((await buyer.post(refused, { ...chosen, ...TICKED })).status).toBe(303);
  const { payment } = await showPage(page.token);
  const { paymentReferenceNumber } = payment ?? {};
  expect(await consents()).toMatchObject([
    { type: 'SavedCard', use: 'recurring', cardStorageId: id, paymentReferenceNumber },
  ]);
});

it('a declined payment with a stored card is no consent', async () => {
  const customer = await makeCustomer();
  const { id } = await store(customer, { cardNumber: CARDS.insufficientFunds });
  const page = await open(customer, FOR_RECURRING);
  await buyer.post(page.form, { ...TICKED, savedCard: id, cvv: '123' });
  expect((await showPage(page.token)).payment).toMatchObject({ status: 'Failed' });
  const { json } = await api('GET', `/api/customer/${customer}/export`, { key });
  expect(json.data['consents']).toEqual([]);
});

it('a customer who was erased meanwhile has no box, and pays without it', async () => {
  const customer = await makeCustomer();
  const page = await open(customer, FOR_RECURRING);
  await api('DELETE', `/api/customer/${customer}`, { key });
  const form = await buyer.open(page.form.path);
  expect(form.text).not.toMatch(BOX);
  expect((await send(form)).status).toBe(303);
});

it('the box of a page for one-click payments stays a choice', async () => {
  const page = await open(await makeCustomer(), { saveCardFor: 'oneClick' });
  expect(BOX.exec(page.form.text)?.[0]).not.toContain('required');
  expect((await send(page.form)).status).toBe(303);
});
