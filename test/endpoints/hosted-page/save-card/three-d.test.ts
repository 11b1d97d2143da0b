// The stored cards of a customer and 3-D Secure: what is to be saved crosses the challenge sealed, what is
// saved goes through it, and the security code is kept nowhere on the way.
import { beforeEach, describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import {
  type BuyerPage,
  CANCEL,
  CARDS,
  isChallenge,
  RIGHT_CODE,
  WRONG_CODE,
} from '../../../drivers/buyer.ts';
import { MINUTE, startHarness } from '../../../harness/harness.ts';
import { everyRow, tracesIn } from '../../../harness/traces.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, moveBy, logs } = harness;
const buyers = await savingBuyers(harness, 'always');
const { key, makeCustomer, open, send, shown, cardsOf, store, pendingRow } = buyers;
const TICKED = { saveCard: 'yes' };
const CVV = { name: 'CVV', value: '987' };

// What one test has had declined must not stop the next.
beforeEach(async () => void (await moveBy(11 * MINUTE)));

const answer = async (challenge: BuyerPage, entry: Record<string, string> = RIGHT_CODE) => {
  expect(isChallenge(challenge)).toBe(true);
  return await buyer.post(await buyer.verify(challenge, entry), {});
};

describe('a card that is to be saved, with 3-D Secure', () => {
  it('waits sealed while the buyer is at the bank, and is stored when the sale is made', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    const challenge = await send(form, TICKED);
    expect(await pendingRow(token)).toHaveProperty('sealed');
    expect(await cardsOf(customer)).toEqual([]);
    expect((await shown(token)).payment).toMatchObject({ cardStorageId: null });
    await answer(challenge);
    const [card] = await cardsOf(customer);
    expect((await shown(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: card?.id });
    expect(await pendingRow(token)).not.toHaveProperty('sealed');
  });

  it('is stored once when browser and bank bring the proof together', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    const back = await buyer.verify(await send(form, TICKED), RIGHT_CODE);
    const action = `${back.form?.action}/callback`;
    const callback = { ...back, form: { action, hidden: back.form?.hidden ?? {} } };
    await Promise.all([buyer.post(back, {}), buyer.post(callback, {}), buyer.post(back, {})]);
    const cards = await cardsOf(customer);
    expect(cards.length).toBe(1);
    expect((await shown(token)).payment).toMatchObject({ cardStorageId: cards[0]?.id });
  });

  it.each([
    ['a wrong code', WRONG_CODE],
    ['a cancelled challenge', CANCEL],
  ])('is forgotten after %s, and the box stays ticked for the next try', async (_, entry) => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    const again = await answer(await send(form, TICKED), entry);
    expect(again.text).toMatch(/name="saveCard"[^>]*checked/);
    expect(await pendingRow(token)).not.toHaveProperty('sealed');
    expect(await cardsOf(customer)).toEqual([]);
    await answer(await send(again, TICKED));
    expect((await cardsOf(customer)).length).toBe(1);
  });

  it('is forgotten when the buyer begins again, and when nobody comes back', async () => {
    const customer = await makeCustomer();
    const [given, abandoned] = [await open(customer), await open(customer)];
    await send(given.form, TICKED);
    await send(abandoned.form, TICKED);
    await buyer.post(await buyer.open(given.form.path), {});
    await moveBy(25 * MINUTE);
    for (const { token } of [given, abandoned]) expect(await pendingRow(token)).not.toHaveProperty('sealed');
    expect(await cardsOf(customer)).toEqual([]);
  });

  it('is stored when the sale’s answer is lost and found again', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    const challenge = await send(form, TICKED);
    service.bank.script(['lost-after']);
    await answer(challenge);
    expect((await shown(token)).state).toBe('Processing');
    await moveBy(10 * MINUTE);
    const [card] = await cardsOf(customer);
    expect((await shown(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: card?.id });
  });

  it('crosses the challenge without its CVV, and its number and expiry in no clear form', async () => {
    const { form } = await open(await makeCustomer());
    await send(form, TICKED);
    const secrets = [CVV, { name: 'card number', value: CARDS.approved }];
    const rows = await everyRow();
    expect(rows.some((row) => row.includes('PENDING_CARD'))).toBe(true);
    expect(rows.flatMap((row) => tracesIn(row, secrets))).toEqual([]);
    expect(rows.filter((row) => row.includes('PENDING_CARD') && /"(20)?29"|expiryYear/.test(row))).toEqual(
      [],
    );
  });
});

describe('a stored card, with 3-D Secure', () => {
  const toBank = async (body: Record<string, unknown> = {}) => {
    const customer = await makeCustomer();
    const savedCard = (await store(customer, body)).id;
    return { savedCard, ...(await open(customer)) };
  };

  it('goes through the challenge without a word more than the buyer’s code', async () => {
    const { form, savedCard, token } = await toBank();
    const challenge = await buyer.post(form, { savedCard });
    expect(challenge.form?.hidden).toMatchObject({ pan: CARDS.approved });
    expect(challenge.form?.hidden).not.toHaveProperty('cv2');
    await answer(challenge);
    expect((await shown(token)).payment).toMatchObject({
      status: 'Successful',
      threeDSecure: true,
      cardStorageId: savedCard,
    });
  });

  it('with forceCvv goes there only with its CVV, which goes on to the bank', async () => {
    const { form, savedCard, token } = await toBank({ forceCvv: true });
    const asked = await buyer.post(form, { savedCard });
    expect([asked.status, isChallenge(asked)]).toEqual([422, false]);
    const challenge = await buyer.post(asked, { savedCard, cvv: CVV.value });
    expect(challenge.form?.hidden).toMatchObject({ cv2: CVV.value });
    await answer(challenge);
    expect((await shown(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: savedCard });
  });

  it('of a bank that wants the CVV asks for it on the way back, and that was no try', async () => {
    const { form, savedCard, token } = await toBank();
    const challenge = await buyer.post(form, { savedCard });
    service.bank.script(['decline:CORE-2208']);
    const asked = await answer(challenge);
    expect(asked.text).toContain('Banka güvenlik kodunu (CVV) da istiyor.');
    expect(asked.text).toContain(`value="${savedCard}" checked`);
    expect((await buyer.post(asked, { savedCard })).text).toContain('id="cvv-error"><svg');
    service.bank.script(['decline:05']);
    const declined = await answer(await buyer.post(asked, { savedCard, cvv: CVV.value }));
    expect(declined.text).toContain('4 deneme');
    await answer(await buyer.post(declined, { savedCard, cvv: CVV.value }));
    expect((await shown(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: savedCard });
  });

  it('of somebody else, here or at another merchant, cannot be named', async () => {
    const foreign = await savingBuyers(harness, 'always');
    const theirs = (await foreign.store(await foreign.makeCustomer())).id;
    const others = (await store(await makeCustomer())).id;
    const customer = await makeCustomer();
    await store(customer);
    for (const savedCard of [theirs, others, 'new', '', '../SEALED', `${others}#SEALED`]) {
      const { form, token } = await open(customer);
      const refused = await buyer.post(form, { savedCard });
      expect([refused.status, isChallenge(refused)]).toEqual([422, false]);
      expect((await shown(token)).payment).toBeNull();
    }
    const nobodys = await open();
    expect((await buyer.post(nobodys.form, { savedCard: others })).status).toBe(422);
  });

  it('deleted while the buyer is at the bank pays all the same: the bank has it already', async () => {
    const { form, savedCard, token } = await toBank();
    const challenge = await buyer.post(form, { savedCard });
    expect((await api('DELETE', `/api/card/${savedCard}`, { key })).status).toBe(200);
    await answer(challenge);
    expect((await shown(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: savedCard });
  });
});

it('no row, and no log line, holds the security code that was typed', async () => {
  const rows = await everyRow();
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.flatMap((row) => tracesIn(row, [CVV]))).toEqual([]);
  expect(logs.length).toBeGreaterThan(100);
  expect(logs.filter((line) => /(cvv|cv2|cvv2val)\W+987\b/i.test(line))).toEqual([]);
});
