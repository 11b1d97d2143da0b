// The consent that a buyer gives on an add-card or update link: the export of the customer has it, once.
import { describe, expect, it } from 'vitest';
import { cardPageDriver } from '../../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { CARDS, MINUTE, startHarness } from '../../../harness/harness.ts';
import { everyRow } from '../../../harness/traces.ts';
import { customersOf } from '../../customer/customers.ts';

const harness = await startHarness();
const { service, api, buyer, createPage, moveBy } = harness;

type Consent = { cardStorageId: string; paymentReferenceNumber: string | null; givenAt: string };
type Export = { consents: Consent[]; payments: object[]; nextCursor: string | null };

const ticked = { ownerName: 'Ayşe Yılmaz', saveCard: 'yes' };
const ADDED = {
  type: 'SavedCard',
  use: null,
  recurringTerms: null,
  recurringPaymentId: null,
  paymentReferenceNumber: null,
  version: null,
  digest: null,
};

/** A merchant with its own pages, plans and customers. */
async function consentsOf(threeDSecure: 'newCards' | 'never') {
  const { apiKey: key } = await service.addMerchant({ threeDSecure });
  const pages = cardPageDriver(harness, key);
  const charges = recurringPaymentDriver(harness, key);
  const makeCustomer = async () => (await customersOf(harness).create({}, { key })).id;
  const held = async (id: string, query = '') =>
    (await api<Export>('GET', `/api/customer/${id}/export${query}`, { key })).json.data;
  /** Returns the stored card and the time of the consent that the page's GET shows after the submit. */
  const give = async (link: Awaited<ReturnType<typeof pages.addLink>>, entry = {}) => {
    const form = await pages.open(link);
    await pages.give(form, entry);
    const path = `/api/payment/hostedpage/${link.token}`;
    const { consentedAt, cardStorageId } = (await api('GET', path, { key })).json.data;
    return { givenAt: consentedAt, cardStorageId };
  };
  return { key, pages, charges, makeCustomer, held, give };
}

describe.each(['newCards', 'never'] as const)('with threeDSecure %s', async (threeDSecure) => {
  const { key, pages, charges, makeCustomer, held, give } = await consentsOf(threeDSecure);

  it('a card of an add-card link is exported with the consent, at the instant of the submit', async () => {
    const id = await makeCustomer();
    const given = await give(await pages.addLink(id));
    expect((await held(id)).consents).toEqual([{ ...ADDED, ...given }]);
  });

  it('a card of an update link is exported with the recurring payment that the buyer agreed to', async () => {
    const customerId = await makeCustomer();
    const plan = await charges.create({ customerId });
    const given = await give(await pages.updateLink(plan.id), { cardNumber: CARDS.troy });
    expect((await held(customerId)).consents).toEqual([
      { ...ADDED, use: 'recurring', recurringPaymentId: plan.id, ...given },
    ]);
  });

  it('the consents of links are on the first page, those of payments beside their payment', async () => {
    const customerId = await makeCustomer();
    const given = await give(await pages.addLink(customerId));
    for (const amount of [20, 30]) {
      const { hostedPageUrl } = await createPage({ customerId, amount }, { key });
      await buyer.submit(await buyer.open(hostedPageUrl), ticked);
    }
    const first = await held(customerId, '?limit=1');
    const second = await held(customerId, `?limit=1&cursor=${first.nextCursor}`);
    const all = await held(customerId);
    expect([first.consents.length, second.consents.length, all.consents.length]).toEqual([2, 1, 3]);
    expect(all.consents[0]).toEqual({ ...ADDED, ...given });
    expect([...first.consents, ...second.consents]).toEqual(all.consents);
  });
});

// Without a proof the number would be a second card.
describe('a card that 3-D Secure proves again', async () => {
  const { key, pages, charges, makeCustomer, held, give } = await consentsOf('newCards');

  it('a known card keeps the last consent for each use, also with a new expiry', async () => {
    const customerId = await makeCustomer();
    await give(await pages.addLink(customerId));
    const plan = await charges.create({ customerId });
    const updated = await give(await pages.updateLink(plan.id));
    await moveBy(MINUTE);
    const added = await give(await pages.addLink(customerId), { expiryYear: '31' });
    expect(added.cardStorageId).toBe(updated.cardStorageId);
    expect((await held(customerId)).consents).toEqual([
      { ...ADDED, ...added },
      { ...ADDED, use: 'recurring', recurringPaymentId: plan.id, ...updated },
    ]);
  });

  it('a consent is removed with its card, from the export and from the row', async () => {
    const customerId = await makeCustomer();
    const plan = await charges.create({ customerId });
    await give(await pages.addLink(customerId));
    const { cardStorageId } = await give(await pages.updateLink(plan.id));
    const kept = async () =>
      (await everyRow())
        .filter((row) => row.includes(`CARD#${cardStorageId}`))
        .flatMap((row) => ['"consentedAt":', '"chargeConsents":'].filter((name) => row.includes(name)));
    expect(await kept()).toEqual(['"consentedAt":', '"chargeConsents":']);
    await api('POST', `/api/RecurringPayment/${plan.id}/cancel`, { key });
    expect((await api('DELETE', `/api/card/${cardStorageId}`, { key })).status).toBe(200);
    expect((await held(customerId)).consents).toEqual([]);
    expect(await kept()).toEqual([]);
  });
});
