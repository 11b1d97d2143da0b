// A buyer enters another card for an unpaid recurring payment, and the endpoint meets a fault at each of its
// calls. Card and recurring payment change together or not at all, and the period is paid once in the end.
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { RIGHT_CODE } from '../../drivers/buyer.ts';
import { type CardLink, cardPageDriver } from '../../drivers/card-page-driver.ts';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { stateIn } from '../../endpoints/hosted-page/three-d/secure-orders.ts';
import { callsToFault, FAULTS_TO_INJECT, type Fault, openFaults } from '../../harness/faults.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { isThorough } from '../../harness/thoroughness.ts';

const faults = openFaults();
// The bank's callback is dropped, so that only the browser delivers the proof.
const harness = await startHarness({
  around: async (invocation, run) => {
    if (invocation.functionName === 'card-page-three-d-callback') throw new Error('lost on the way');
    return await faults.around(invocation, run);
  },
});
checkBooksAtEnd(harness);
const { service, api, buyer, moveBy } = harness;

/** The sweeps of the service are paused during a case: they read the table too, and would be counted. */
async function untilQuiet(): Promise<void> {
  await service.timeline.setRunning(true);
  await moveBy(30 * MINUTE);
  await service.timeline.setRunning(false);
}

const SETTINGS = { newCards: 'card-page-three-d', never: 'card-page-submit' } as const;

describe.each(['newCards', 'never'] as const)('a new card with threeDSecure %s', async (setting) => {
  const { apiKey } = await service.addMerchant({ threeDSecure: setting });
  const charges = recurringPaymentDriver(harness, apiKey);
  const pages = cardPageDriver(harness, apiKey);

  type Seen = { state: string; errorCode: string | null };
  const show = async ({ token }: CardLink) =>
    (await api<Seen>('GET', `/api/payment/hostedpage/${token}`, { key: apiKey })).json.data;

  async function unpaid() {
    // The script is bound to this card: a plan of an earlier case may be charged in the meantime.
    const cardNumber = newCardNumber();
    const { id } = await charges.create({
      frequency: 'annually',
      cardStorageId: await charges.card(cardNumber),
    });
    service.bank.script(['decline:41'], cardNumber);
    await service.timeline.setRunning(true);
    await moveBy(DAY + HOUR);
    await service.timeline.setRunning(false);
    expect((await charges.show(id)).status).toBe('Unpaid');
    return await charges.show(id);
  }

  /** The endpoint that stores and charges the card meets the fault at its n-th call. */
  async function giveWithFault(link: CardLink, outcome: string, at: number | 'bank', fault: Fault) {
    const form = await pages.open(link);
    const back = setting === 'never' ? form : await buyer.verify(await pages.send(form), RIGHT_CODE);
    service.bank.script([outcome]);
    const report = faults.arm(SETTINGS[setting], at, fault);
    await (setting === 'never' ? pages.send(back) : buyer.post(back, {}));
    service.bank.script([]);
    return report;
  }

  /** The buyer enters the card again, on the same page if it is still open, otherwise on a new one. */
  async function giveAgain(id: string, link: CardLink): Promise<void> {
    const page = await pages.open(link);
    const isOpen = stateIn(page) === 'form' && page.text.includes('name="cardNumber"');
    const form = isOpen ? page : await pages.open(await pages.updateLink(id));
    await pages.give(form);
    await untilQuiet();
  }

  it.each(
    ['approve', 'decline:51'].flatMap((outcome) =>
      FAULTS_TO_INJECT.map((fault) => [outcome, fault] as const),
    ),
  )(
    'a bank that answers %s and a "%s" at any call leave one sale for the period, and card and plan agree',
    async (outcome, fault) => {
      const { first, step } = callsToFault(fault, { sparse: isThorough ? 1 : 2 });
      // Until the bank has answered both cases are the same: the second one begins with that call.
      let passed = 0;
      for (let at: number | 'bank' = outcome === 'approve' ? first : 'bank'; ; at = passed + step) {
        const before = await unpaid();
        const { id } = before;
        const link = await pages.updateLink(id);
        const report = await giveWithFault(link, outcome, at, fault);
        if (report.hit === undefined) break;
        passed = report.at;
        await untilQuiet();
        const after = await charges.show(id);
        await charges.checkBooks(id);
        const isReplaced = after.cardStorageId !== before.cardStorageId;
        expect(after.maskedCardNumber).toBe(isReplaced ? '552879******0008' : before.maskedCardNumber);
        if (!isReplaced) expect(await charges.show(id)).toEqual(before);
        const { state, errorCode } = await show(link);
        const saysPaid = state === 'Completed' && errorCode === null;
        expect([saysPaid, state === 'Processing'], `at ${at}`).toEqual([after.status === 'Active', false]);
        if (after.status !== 'Active') await giveAgain(id, link);
        expect((await charges.show(id)).status, `at ${at}`).toBe('Active');
        expect(charges.sales(id).filter((sale) => sale.outcome === 'approved').length).toBe(1);
        await charges.checkBooks(id);
        // An active plan would use up the bank's next scripted answer a year later.
        await charges.cancel(id);
      }
      expect(passed).toBeGreaterThan(9 - step);
    },
  );
});
