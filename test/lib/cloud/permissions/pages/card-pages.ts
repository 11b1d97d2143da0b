// Cards that buyers enter on pages: stored and charged by the form alone, by the browser that returns from
// the issuer, and by the bank's callback; declined by each of them; pages that are left; and a customer who
// is erased during the challenge.
import { expect, vi } from 'vitest';
import { FEWEST_DECLINES } from '#domain/payment/card-testing.ts';
import { RIGHT_CODE } from '../../../../drivers/buyer.ts';
import { type CardLink, cardPageDriver } from '../../../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../../../drivers/recurring-payment-driver.ts';
import { DAY, type Harness, HOUR } from '../../../../harness/harness.ts';
import { caller } from '../scenarios/scenario-caller.ts';
import type { ActiveFaults } from '../scenarios.ts';

/** Only ends what hangs: in CI much else runs beside it. */
const LONGEST = { timeout: 300_000 };

type Scenario = Awaited<ReturnType<typeof scenarioOf>>;

export async function giveCardsOnPages(harness: Harness, activeFaults: ActiveFaults): Promise<void> {
  const plain = await scenarioOf(harness, 'never');
  const given = await plain.unpaid();
  await plain.pages.send(await plain.pages.open(given.link));
  await plain.untilCharged(given.id);
  for (const path of ['', '/leave']) await harness.buyer.open(`${given.link.hostedPageUrl}${path}`);
  await plain.show(given.link);
  // The card is stored already, with another expiry, which is renewed.
  await plain.pages.send(await plain.pages.open(await plain.addLink()), { expiryYear: '30' });

  const secure = await scenarioOf(harness, 'newCards');
  for (const path of ['3d', '3d/callback']) {
    for (const outcome of ['decline:51', 'approve']) {
      const { id, link } = await secure.unpaid();
      activeFaults.isCallbackLost = path === '3d';
      const back = await harness.buyer.verify(await secure.challenge(link), RIGHT_CODE);
      harness.service.bank.script([outcome]);
      const action = String(back.form?.action).replace(/3d$/, path);
      await harness.buyer.post({ ...back, form: { action, hidden: back.form?.hidden ?? {} } }, {});
      activeFaults.isCallbackLost = false;
      await (outcome === 'approve' ? secure.untilCharged(id) : secure.untilDeclined(id));
    }
  }
  await secure.eraseWhileOneWaits();
  await abandonOften(harness, secure);
}

async function scenarioOf(harness: Harness, threeDSecure: 'never' | 'newCards') {
  const { service, moveBy } = harness;
  const { apiKey: key } = await service.addMerchant({ threeDSecure });
  const call = caller(harness, key);
  const pages = cardPageDriver(harness, key);
  const charges = recurringPaymentDriver(harness, key);
  const customerId = await charges.customer();
  await call('POST', `/api/customer/${customerId}/addcardlink`);
  return {
    pages,
    addLink: async () => await pages.addLink(customerId),
    show: async ({ token }: CardLink) => await call('GET', `/api/payment/hostedpage/${token}`),
    /** Creates a recurring payment whose first charge was declined, and the page to update its card. */
    unpaid: async () => {
      const { id } = await charges.create({ customerId });
      service.bank.script(['decline:41']);
      await moveBy(DAY + HOUR);
      await call('POST', `/api/RecurringPayment/${id}/updatelink`);
      return { id, link: await pages.updateLink(id) };
    },
    eraseWhileOneWaits: async () => {
      const id = await charges.customer();
      await pages.send(await pages.open(await pages.addLink(id)));
      await call('DELETE', `/api/customer/${id}`);
    },
    challenge: async (link: CardLink) => await pages.send(await pages.open(link)),
    /**
     * Waits until the plan is charged. The bank's own callback may be faster than the call here and still be
     * charging: its sale must not use the bank's next scripted answer.
     */
    untilCharged: async (id: string) =>
      await vi.waitFor(async () => expect((await charges.show(id)).status).toBe('Active'), LONGEST),
    /** Waits for the decline. The first charge was a hard decline, this one is the last try of its period. */
    untilDeclined: async (id: string) =>
      await vi.waitFor(
        async () => expect((await charges.show(id)).statusReason).toBe('RetriesExhausted'),
        LONGEST,
      ),
  };
}

/** Abandons as many challenges as are needed to have approvals read for the address of the next submit. */
async function abandonOften({ buyer }: Harness, { pages, addLink, challenge }: Scenario): Promise<void> {
  for (let declines = 0; declines < FEWEST_DECLINES; declines += 1) {
    const link = await addLink();
    await challenge(link);
    await buyer.post(await pages.open(link), {});
  }
  await challenge(await addLink());
}
