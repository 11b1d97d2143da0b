// A charge with the buyer's proof that never reached the bank is sent again by the sweep, to the stored card.
import { expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { CARDS } from '../../../drivers/buyer.ts';
import { cardPageDriver } from '../../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, startHarness } from '../../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, moveBy } = harness;

it.each(['newCards', 'never'] as const)(
  'a charge that the sweep sends again has no proof of the lost request, threeDSecure %s',
  async (threeDSecure) => {
    const { apiKey } = await service.addMerchant({ threeDSecure });
    const charges = recurringPaymentDriver(harness, apiKey);
    const pages = cardPageDriver(harness, apiKey);
    const { id } = await charges.create({ cardStorageId: await charges.card(CARDS.doNotHonour) });
    await moveBy(DAY + HOUR);
    const form = await pages.open(await pages.updateLink(id));
    service.bank.script(['lost-before']);
    await pages.give(form);
    const [lost] = (await charges.attempts(id)).slice(-1);
    expect([lost?.status, lost?.trigger]).toEqual(['Processing', 'CardUpdate']);
    await moveBy(HOUR);
    const [paid] = (await charges.attempts(id)).slice(-1);
    expect([paid?.status, paid?.attemptNumber]).toEqual(['Succeeded', lost?.attemptNumber]);
    expect(await charges.payment(paid?.paymentReferenceNumber ?? null)).toMatchObject({
      status: 'Successful',
      threeDSecure: false,
      mdStatus: null,
      eci: null,
    });
    await charges.checkBooks(id);
  },
);
