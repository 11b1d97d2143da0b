// Saving a card with 3-D Secure: the card stays encrypted during the challenge, and the CVV is stored
// nowhere.
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
const { service, buyer, moveBy, logs } = harness;
const buyers = await savingBuyers(harness, 'always');
const { makeCustomer, open, send, showPage, cardsOf, pendingRow } = buyers;
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

  it('no row contains CVV, number or expiry in clear text during the challenge', async () => {
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

it('no row and no log line contains the CVV', async () => {
  const rows = await everyRow();
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.flatMap((row) => tracesIn(row, [CVV]))).toEqual([]);
  expect(logs.length).toBeGreaterThan(50);
  expect(logs.filter((line) => /(cvv|cv2|cvv2val)\W+987\b/i.test(line))).toEqual([]);
});
