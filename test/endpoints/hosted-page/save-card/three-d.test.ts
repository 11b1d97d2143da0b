// Saving and using stored cards with 3-D Secure: a card to be saved stays encrypted during the challenge, a
// stored card is authenticated too, and the CVV is stored nowhere.
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
const { key, makeCustomer, open, send, showPage, cardsOf, store, pendingRow } = buyers;
const TICKED = { saveCard: 'yes' };
const CVV = { name: 'CVV', value: '987' };

// The declines of one test must not block the next.
beforeEach(async () => void (await moveBy(11 * MINUTE)));

const completeChallenge = async (challenge: BuyerPage, entry: Record<string, string> = RIGHT_CODE) => {
  expect(isChallenge(challenge)).toBe(true);
  return await buyer.post(await buyer.verify(challenge, entry), {});
};

describe('saving a card with 3-D Secure', () => {
  it('the card is kept encrypted during the challenge and stored when the sale succeeds', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    const challenge = await send(form, TICKED);
    expect(await pendingRow(token)).toHaveProperty('sealed');
    expect(await cardsOf(customer)).toEqual([]);
    expect((await showPage(token)).payment).toMatchObject({ cardStorageId: null });
    await completeChallenge(challenge);
    const [card] = await cardsOf(customer);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: card?.id });
    expect(await pendingRow(token)).not.toHaveProperty('sealed');
  });

  it('the card is stored once if browser and bank return at the same moment', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    const back = await buyer.verify(await send(form, TICKED), RIGHT_CODE);
    const action = `${back.form?.action}/callback`;
    const callback = { ...back, form: { action, hidden: back.form?.hidden ?? {} } };
    await Promise.all([buyer.post(back, {}), buyer.post(callback, {}), buyer.post(back, {})]);
    const cards = await cardsOf(customer);
    expect(cards.length).toBe(1);
    expect((await showPage(token)).payment).toMatchObject({ cardStorageId: cards[0]?.id });
  });

  it.each([
    ['a wrong code', WRONG_CODE],
    ['a cancelled challenge', CANCEL],
  ])(
    'the card is discarded after %s, and the checkbox stays ticked for the next attempt',
    async (_, entry) => {
      const customer = await makeCustomer();
      const { form, token } = await open(customer);
      const again = await completeChallenge(await send(form, TICKED), entry);
      expect(again.text).toMatch(/name="saveCard"[^>]*checked/);
      expect(await pendingRow(token)).not.toHaveProperty('sealed');
      expect(await cardsOf(customer)).toEqual([]);
      await completeChallenge(await send(again, TICKED));
      expect((await cardsOf(customer)).length).toBe(1);
    },
  );

  it('the card is discarded if the buyer starts over or never returns', async () => {
    const customer = await makeCustomer();
    const [given, abandoned] = [await open(customer), await open(customer)];
    await send(given.form, TICKED);
    await send(abandoned.form, TICKED);
    await buyer.post(await buyer.open(given.form.path), {});
    await moveBy(25 * MINUTE);
    for (const { token } of [given, abandoned]) expect(await pendingRow(token)).not.toHaveProperty('sealed');
    expect(await cardsOf(customer)).toEqual([]);
  });

  it('the card is stored if the lost answer to its sale is recovered', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    const challenge = await send(form, TICKED);
    service.bank.script(['lost-after']);
    await completeChallenge(challenge);
    expect((await showPage(token)).state).toBe('Processing');
    await moveBy(10 * MINUTE);
    const [card] = await cardsOf(customer);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: card?.id });
  });

  it('during the challenge no row contains the CVV, or number or expiry in clear text', async () => {
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

describe('a stored card with 3-D Secure', () => {
  const openWithStoredCard = async (body: Record<string, unknown> = {}) => {
    const customer = await makeCustomer();
    const savedCard = (await store(customer, body)).id;
    return { savedCard, ...(await open(customer)) };
  };

  it('the buyer enters only the code of the issuer', async () => {
    const { form, savedCard, token } = await openWithStoredCard();
    const challenge = await buyer.post(form, { savedCard });
    expect(challenge.form?.hidden).toMatchObject({ pan: CARDS.approved });
    expect(challenge.form?.hidden).not.toHaveProperty('cv2');
    await completeChallenge(challenge);
    expect((await showPage(token)).payment).toMatchObject({
      status: 'Successful',
      threeDSecure: true,
      cardStorageId: savedCard,
    });
  });

  it('a card with forceCvv needs its CVV, which is sent to the bank', async () => {
    const { form, savedCard, token } = await openWithStoredCard({ forceCvv: true });
    const asked = await buyer.post(form, { savedCard });
    expect([asked.status, isChallenge(asked)]).toEqual([422, false]);
    const challenge = await buyer.post(asked, { savedCard, cvv: CVV.value });
    expect(challenge.form?.hidden).toMatchObject({ cv2: CVV.value });
    await completeChallenge(challenge);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: savedCard });
  });

  it('if the bank requires the CVV, the page asks for it, and the attempt does not count', async () => {
    const { form, savedCard, token } = await openWithStoredCard();
    const challenge = await buyer.post(form, { savedCard });
    service.bank.script(['decline:CORE-2208']);
    const asked = await completeChallenge(challenge);
    expect(asked.text).toContain('Banka güvenlik kodunu (CVV) da istiyor.');
    expect(asked.text).toContain(`value="${savedCard}" checked`);
    expect((await buyer.post(asked, { savedCard })).text).toContain('id="cvv-error"><svg');
    service.bank.script(['decline:05']);
    const declined = await completeChallenge(await buyer.post(asked, { savedCard, cvv: CVV.value }));
    expect(declined.text).toContain('4 deneme');
    await completeChallenge(await buyer.post(declined, { savedCard, cvv: CVV.value }));
    expect((await showPage(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: savedCard });
  });

  it("another customer's or merchant's card cannot be used by its id", async () => {
    const foreign = await savingBuyers(harness, 'always');
    const theirs = (await foreign.store(await foreign.makeCustomer())).id;
    const others = (await store(await makeCustomer())).id;
    const customer = await makeCustomer();
    await store(customer);
    for (const savedCard of [theirs, others, 'new', '', '../SEALED', `${others}#SEALED`]) {
      const { form, token } = await open(customer);
      const refused = await buyer.post(form, { savedCard });
      expect([refused.status, isChallenge(refused)]).toEqual([422, false]);
      expect((await showPage(token)).payment).toBeNull();
    }
    const anonymous = await open();
    expect((await buyer.post(anonymous.form, { savedCard: others })).status).toBe(422);
  });

  it('a card deleted during the challenge still pays, because the bank has it already', async () => {
    const { form, savedCard, token } = await openWithStoredCard();
    const challenge = await buyer.post(form, { savedCard });
    expect((await api('DELETE', `/api/card/${savedCard}`, { key })).status).toBe(200);
    await completeChallenge(challenge);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: savedCard });
  });
});

it('no row and no log line contains the CVV', async () => {
  const rows = await everyRow();
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.flatMap((row) => tracesIn(row, [CVV]))).toEqual([]);
  expect(logs.length).toBeGreaterThan(100);
  expect(logs.filter((line) => /(cvv|cv2|cvv2val)\W+987\b/i.test(line))).toEqual([]);
});
