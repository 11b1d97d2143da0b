// A stored card is sold without the buyer's browser. It is never sent through it to the issuer, so a merchant
// with 3-D Secure for every payment offers no stored cards.
import { beforeEach, describe, expect, it } from 'vitest';
import { changeMerchant } from '../../../../lib/operator/onboarding.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { CARDS, isChallenge, RIGHT_CODE } from '../../../drivers/buyer.ts';
import { MINUTE, startHarness } from '../../../harness/harness.ts';
import { savingBuyers } from '../save-card/saving-buyers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { buyer, moveBy, service } = harness;

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

  it('a buyer with a decline can try the stored card again or enter another card', async () => {
    const customer = await buyers.makeCustomer();
    const { id: savedCard } = await buyers.store(customer);
    const { form, token } = await buyers.open(customer);
    service.bank.script(['decline:51']);
    const declined = await buyer.post(form, { savedCard, cvv: '987' });
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
  const { makeCustomer, store, open, send, showPage, cardsOf } = buyers;

  it('the page offers no stored card', async () => {
    const customer = await makeCustomer();
    await store(customer, { cardAlias: 'Maaş kartım' });
    const { form } = await open(customer);
    expect(form.text).not.toMatch(/name="savedCard"|Maaş kartım/);
  });

  it('a posted stored card is refused clearly, without a call to the bank or the vault', async () => {
    const { form, sent, token, savedCard } = await chooseStored(buyers);
    const decrypted = service.kms.calls.Decrypt;
    expect([sent.status, isChallenge(sent)]).toEqual([422, false]);
    expect(sent.text).toContain('Kayıtlı kart bu sayfada kullanılamıyor.');
    const english = await buyer.post(form, { savedCard, cvv: '987' }, { 'accept-language': 'en' });
    expect(english.text).toContain('The saved card cannot be used on this page.');
    expect((await showPage(token)).payment).toBeNull();
    expect(service.kms.calls.Decrypt).toBe(decrypted);
  });

  it('a stored card that was chosen before the setting changed is refused', async () => {
    const other = await savingBuyers(harness, 'newCards');
    const customer = await other.makeCustomer();
    const { id: savedCard } = await other.store(customer);
    const { form, token } = await other.open(customer);
    await changeMerchant(other.merchant.merchantId, { threeDSecure: 'always' });
    const refused = await buyer.post(form, { savedCard, cvv: '987' });
    expect([refused.status, isChallenge(refused)]).toEqual([422, false]);
    expect(refused.text).not.toContain('name="savedCard"');
    expect((await other.showPage(token)).payment).toBeNull();
  });

  it('a buyer can still save a card, for later charges', async () => {
    const customer = await makeCustomer();
    const { form } = await open(customer);
    const challenge = await send(form, { saveCard: 'yes' });
    await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    expect(await cardsOf(customer)).toMatchObject([{ lastFour: '0008' }]);
  });
});
