// A buyer enters a card for an unpaid recurring payment while other calls charge it, replace its card or
// close the page. In any order, the period has one approved sale at most, and books and ledger agree.
import { expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { RIGHT_CODE } from '../../drivers/buyer.ts';
import { cardPageDriver } from '../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { openFaults } from '../../harness/faults.ts';
import { CARDS, DAY, HOUR, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
checkBooksAtEnd(harness);
const { service, buyer, moveBy } = harness;

it.each(['newCards', 'never'] as const)(
  'two tabs, another card by the merchant, the sweep and the end of a page leave one sale (%s)',
  async (threeDSecure) => {
    const { apiKey } = await service.addMerchant({ threeDSecure });
    const charges = recurringPaymentDriver(harness, apiKey);
    const pages = cardPageDriver(harness, apiKey);
    const paidBy = new Set<string>();
    for (let round = 0; round < rounds(12, 8); round += 1) {
      const { id } = await charges.create({ frequency: 'annually' });
      service.bank.script(['decline:41']);
      await moveBy(DAY + HOUR);
      const links = [await pages.updateLink(id), await pages.updateLink(id)] as const;
      const other = await charges.card();
      /** The buyer's last step: the form if there is no 3-D Secure, otherwise the return from the issuer. */
      const prepare = async (at: 0 | 1, cardNumber: string) => {
        const form = await pages.open(links[at]);
        if (threeDSecure === 'never') return async () => void (await pages.send(form, { cardNumber }));
        const sent = await pages.send(form, { cardNumber });
        return async () => void (await buyer.post(await buyer.verify(sent, RIGHT_CODE), {}));
      };
      const deeds = [
        await prepare(0, CARDS.approved),
        await prepare(1, CARDS.troy),
        async () => void (await charges.replaceCard(id, other)),
        async () => void (await service.lambdas.invoke('sweep', {}).catch(() => undefined)),
        async () => void (await pages.close(links[1])),
      ];
      const first = deeds[round % (deeds.length + 1)];
      await first?.();
      faults.jitter(6, round + 1);
      await Promise.all(deeds.filter((deed) => deed !== first).map((deed) => deed()));
      faults.jitter(0);
      await moveBy(HOUR);
      const approved = charges.sales(id).filter(({ outcome }) => outcome === 'approved');
      expect(approved.length).toBe(1);
      const record = await charges.show(id);
      expect(record.status).toBe('Active');
      await charges.checkBooks(id);
      paidBy.add(approved[0]?.orderId.includes('V') ? 'proof' : 'no proof');
      await charges.cancel(id);
      await moveBy(DAY);
    }
    expect(paidBy.size).toBeGreaterThan(0);
  },
);
