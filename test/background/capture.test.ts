// The stream of the table becomes events.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventsOf } from '../drivers/events.ts';
import { CARDS, SECOND, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ events: true });
const { payOrder, createPage, buyer, service, merchant, api } = harness;
const { merchantId } = merchant;
type Listed = { items: { type: string; sequence: number }[] };
const runDueEvents = () => service.timeline.moveTo(service.clock.nowMs());

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('capture', () => {
  it('one trace leads from the call over the bank’s to the events of the payment', async () => {
    const written: Record<string, unknown>[] = [];
    const keep = (text: unknown) => {
      for (const line of String(text).split('\n')) if (line.startsWith('{')) written.push(JSON.parse(line));
      return true;
    };
    vi.spyOn(console, 'info').mockImplementation(keep);
    vi.spyOn(process.stdout, 'write').mockImplementation(keep);
    const traceId = '1-5759e988-bd862e3fe1be46a994272793';
    vi.stubEnv('_X_AMZN_TRACE_ID', `Root=${traceId};Parent=53995c3f42cd8ad8;Sampled=1`);
    const reference = await payOrder();
    await runDueEvents();
    const [event] = await eventsOf(merchantId, reference);
    const ofTrace = written.filter((line) => line['traceId'] === traceId);
    const created = ofTrace.find(
      ({ route, method }) => route === '/api/payment/hostedpage' && method === 'POST',
    );
    const sale = ofTrace.find(
      ({ operation, BankLatency }) => operation === 'sale' && BankLatency !== undefined,
    );
    expect(sale?.['correlationId']).toBe(created?.['requestId']);
    const recorded = written.find(
      ({ message, eventId }) => message === 'event recorded' && eventId === event?.id,
    );
    expect(recorded?.['correlationId']).toBe(created?.['requestId']);
  });

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

  it('no event is older than what it tells of, though the stream tells whole seconds alone', async () => {
    const second = Math.ceil(service.clock.nowMs() / SECOND) * SECOND;
    await service.timeline.moveTo(second + 400);
    const transactionId = await payOrder({ amount: 10 });
    await service.timeline.moveTo(second + 431);
    const body = { transactionId, amount: 4, reason: 'Kırık geldi' };
    const asked = (await api<{ refundId: string; createdAt: string }>('POST', '/api/Refund', { body })).json
      .data;
    await service.timeline.moveTo(second + 447);
    expect((await api('POST', `/api/Refund/${asked.refundId}/approve`, { body: {} })).status).toBe(200);
    await service.timeline.moveTo(second + 2 * SECOND);
    const of = async (objectId: string, more = '') =>
      (await api<Listed>('GET', `/api/event?objectId=${objectId}${more}`)).json.data.items;
    expect((await of(asked.refundId, `&startDate=${asked.createdAt}`)).map(({ type }) => type)).toEqual([
      'refund.completed',
      'refund.processing',
      'refund.requested',
    ]);
    const sequences = (await of(transactionId)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((one, other) => other - one));
    expect(sequences).toHaveLength(2);
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
