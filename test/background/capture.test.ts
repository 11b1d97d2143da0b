// The stream of the table becomes events.
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../drivers/events.ts';
import { CARDS, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ events: true });
const { payOrder, createPage, buyer, service, merchant, api } = harness;
const { merchantId } = merchant;
const runDueEvents = () => service.timeline.moveTo(service.clock.nowMs());

describe('capture', () => {
  it('a payment on a page becomes an event as its GET shows it, with the previous values', async () => {
    const reference = await payOrder();
    await runDueEvents();
    const [event, ...more] = await eventsOf(merchantId, reference);
    const shown = (await api('GET', `/api/payment/${reference}`)).json.data;
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'payment.succeeded',
      objectType: 'Payment',
      mode: 'test',
      createdAt: shown['paidAt'],
      data: { object: shown, previous: { status: 'Processing', paidAt: null, statusLabel: 'İşleniyor' } },
    });
  });

  it('a declined payment has an event, and after too many of them the end of its page has one', async () => {
    const page = await createPage();
    for (let decline = 0; decline < 5; decline += 1) {
      const form = await buyer.open(page.hostedPageUrl);
      await buyer.submit(form, { cardNumber: CARDS.insufficientFunds });
    }
    await runDueEvents();
    const [failed] = await eventsOf(merchantId, page.id);
    expect(failed?.type).toBe('hosted_page.failed');
  });
});
