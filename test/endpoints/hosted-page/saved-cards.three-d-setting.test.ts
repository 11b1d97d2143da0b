// A stored card's number appears only in the 3-D Secure form for the bank, and only if the merchant uses 3-D
// Secure for every card. Cards shown there without an answer of the buyer are counted.
import { beforeEach, describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { CANCEL, CARDS, isChallenge, RIGHT_CODE } from '../../drivers/buyer.ts';
import { MINUTE, startHarness } from '../../harness/harness.ts';
import { savingBuyers } from './save-card/saving-buyers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { buyer, moveBy, logs, service } = harness;

// The declines of one test must not block the next.
beforeEach(async () => void (await moveBy(11 * MINUTE)));

type Buyers = Awaited<ReturnType<typeof savingBuyers>>;

async function chooseStored({ makeCustomer, store, open }: Buyers) {
  const customer = await makeCustomer();
  const { id } = await store(customer, { cardNumber: CARDS.troy });
  const page = await open(customer);
  return { ...page, savedCard: id, sent: await buyer.post(page.form, { savedCard: id, cvv: '987' }) };
}

describe('a merchant with 3-D Secure for new cards only', async () => {
  const buyers = await savingBuyers(harness, 'newCards');

  it('a stored card is charged without 3-D Secure, and no page contains its number', async () => {
    const { form, sent, savedCard, token } = await chooseStored(buyers);
    expect(sent.status).toBe(303);
    expect((await buyers.showPage(token)).payment).toMatchObject({
      status: 'Successful',
      threeDSecure: false,
      cardStorageId: savedCard,
    });
    for (const { text } of [form, sent, await buyer.open(form.path)]) expect(text).not.toContain(CARDS.troy);
  });

  it('a typed card number needs 3-D Secure, even if the card is stored', async () => {
    const customer = await buyers.makeCustomer();
    await buyers.store(customer);
    const { form, token } = await buyers.open(customer);
    const challenge = await buyers.send(form, { savedCard: 'new' });
    expect(isChallenge(challenge)).toBe(true);
    await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect((await buyers.showPage(token)).payment).toMatchObject({
      status: 'Successful',
      threeDSecure: true,
    });
  });

  it('after a decline the buyer can try the stored card again or enter another card', async () => {
    const customer = await buyers.makeCustomer();
    const { id: savedCard } = await buyers.store(customer);
    const { form, token } = await buyers.open(customer);
    service.bank.script(['decline:51']);
    const declined = await buyer.post(form, { savedCard });
    expect(declined.status).toBe(422);
    expect(isChallenge(await buyers.send(declined, { savedCard: 'new' }))).toBe(true);
    expect((await buyers.showPage(token)).payment).toMatchObject({
      status: 'Processing',
      threeDSecure: true,
    });
  });
});

describe('a merchant with 3-D Secure for every card', async () => {
  const buyers = await savingBuyers(harness, 'always');
  const unreturned = (from: number) =>
    logs
      .slice(from)
      .filter((line) => line.includes('StoredCardsUnreturned'))
      .map((line) => (JSON.parse(line) as { StoredCardsUnreturned: number }).StoredCardsUnreturned);

  it("only the form for the bank contains the number, and the buyer's return is counted", async () => {
    const from = logs.length;
    const { sent, form } = await chooseStored(buyers);
    expect(sent.form?.hidden).toMatchObject({ pan: CARDS.troy });
    await buyer.post(await buyer.verify(sent, RIGHT_CODE), {});
    expect((await buyer.open(form.path)).text).not.toContain(CARDS.troy);
    expect(unreturned(from)).toEqual([0]);
  });

  it.each([
    ['gives up', async (path: string) => void (await buyer.post(await buyer.open(path), {}))],
    ['never comes back', async () => void (await moveBy(25 * MINUTE))],
  ])('StoredCardsUnreturned counts a stored card if the buyer %s', async (_, leave) => {
    const from = logs.length;
    const { form } = await chooseStored(buyers);
    await leave(form.path);
    expect(unreturned(from)).toEqual([1]);
  });

  it('returns without authentication and typed cards are not counted as unreturned', async () => {
    const from = logs.length;
    const { sent } = await chooseStored(buyers);
    await buyer.post(await buyer.verify(sent, CANCEL), {});
    const { form } = await buyers.open(await buyers.makeCustomer());
    await buyers.send(form);
    await moveBy(25 * MINUTE);
    expect(unreturned(from)).toEqual([0]);
  });
});
