// The control API of the local service: clock, outages, bank script and ledger.
import { describe, expect, it } from 'vitest';
import { readAcquirerSettings } from '#acquirer/connect.ts';
import { BANK_PROTOCOLS } from '../../../lib/bank/account.ts';
import { createControlApi } from '../../../lib/local/control-api.ts';
import { openSnapshot } from '../../../lib/local/snapshot.ts';
import { createClock } from '../../../lib/local/time/clock.ts';
import { createTimeline } from '../../../lib/local/time/timeline.ts';
import { requireAnswer } from '../../../lib/operator/pos/pos-check.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';

const harness = await startHarness();
const { service, http, buyer, createPage, payOrder, api, now } = harness;
const { approvedSalesOf, stateOf } = orderViews(harness);

async function control(method: string, path: string, body?: unknown) {
  const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
  const answer = await http({ method, path: `/local${path}`, headers: {}, body: text });
  return { status: answer.status, json: JSON.parse(answer.text) as Record<string, unknown> };
}

it('GET /local/info returns URLs, API key and time', async () => {
  const { baseUrl, merchant } = service;
  expect((await control('GET', '/info')).json).toEqual({
    baseUrl,
    payUrl: baseUrl,
    merchantId: merchant.merchantId,
    apiKey: merchant.apiKey,
    now: expect.stringMatching(/^2026-11-20T09:/),
  });
});

describe('POST /local/merchant', () => {
  it('a merchant is created with the given settings, and its key works at once', async () => {
    const settings = { name: 'Çiçekçi', timeZone: 'Europe/London', threeDSecure: 'never' };
    const { status, json } = await control('POST', '/merchant', settings);
    expect(status).toBe(200);
    expect(json).toMatchObject({ signingSecret: expect.stringMatching(/^whsec_/) });
    const page = await createPage({}, { key: String(json['apiKey']) });
    expect((await buyer.open(page.hostedPageUrl)).text).toContain('Çiçekçi');
    expect((await control('POST', '/merchant')).status).toBe(200);
  });

  it.each([
    [{ threeDSecure: 'sometimes' }],
    [{ timeZone: 'Mars/Olympus' }],
    [{ timeZone: '+03:00' }],
    ['{'],
    ['"text"'],
    ['null'],
  ])('a merchant is not created from %j', async (input) => {
    const { status, json } = await control('POST', '/merchant', input);
    expect([status, Object.keys(json)]).toEqual([400, ['error']]);
  });
});

describe('POST /local/clock', () => {
  it('a service that is killed during a move of the clock starts at the end of the move', async () => {
    const [clock, clockStore] = [createClock(), openSnapshot<number>()];
    const timeline = createTimeline(clock);
    const stored: unknown[] = [];
    timeline.add({
      name: 'a charge on the way',
      nextDueMs: () => (stored.length === 0 ? clock.nowMs() + MINUTE : undefined),
      fireDue: async () => stored.push(clockStore.get('now')),
    });
    const own = { clock, timeline, clockStore, environment: {}, rescheduleTimers: () => {} };
    const controls = createControlApi({ ...service, ...own });
    const body = Buffer.from('{"by":"P1D"}');
    await controls({ method: 'POST', url: '/clock', headers: {}, body, address: '127.0.0.1' });
    expect(Number(stored[0])).toBeGreaterThan(Date.now() + 23 * HOUR);
  });

  it('the clock moves by a duration or to an instant, and returns the number of invocations', async () => {
    const before = now().getTime();
    const quiet = await control('POST', '/clock', { by: 'PT90M' });
    expect(quiet.json).toMatchObject({ fired: 0 });
    expect(Date.parse(String(quiet.json['now'])) - before).toBeGreaterThanOrEqual(90 * MINUTE);
    const page = await createPage();
    await control('POST', '/bank/script', { outcomes: ['lost-after'] });
    await buyer.submit(await buyer.open(page.hostedPageUrl));
    const moved = await control('POST', '/clock', { to: '2026-11-21T00:00:00+03:00' });
    expect(moved.json['now']).toMatch(/^2026-11-20T21:/);
    expect(Number(moved.json['fired'])).toBeGreaterThan(0);
    expect(await stateOf(page)).toBe('Paid');
    const { json } = await control('GET', '/clock');
    expect(json['now']).toMatch(/^2026-11-20T21:/);
  });

  it('durations follow the calendar: a month after 20 December is 20 January', async () => {
    await control('POST', '/clock', { to: '2026-12-20T10:00:00Z' });
    const { json } = await control('POST', '/clock', { by: 'P1M' });
    expect(json['now']).toMatch(/^2027-01-20T10:/);
  });

  it.each([
    [{}],
    [{ to: '2001-01-01T00:00:00Z' }],
    [{ by: '-P1D' }],
    [{ by: 'a month' }],
    [{ to: '2027-02-29T00:00:00Z' }],
    [{ to: 'tomorrow' }],
    [{ to: 1763629200000 }],
    [{ by: 'P9000Y' }],
    [{ by: 'P999999999Y' }],
    [{ to: '+020000-01-01T00:00:00Z' }],
  ])('the clock does not move for %j', async (input) => {
    const before = now().getTime();
    const { status, json } = await control('POST', '/clock', input);
    expect([status, Object.keys(json)]).toEqual([400, ['error']]);
    expect(now().getTime() - before).toBeLessThan(MINUTE);
  });
});

describe('bank control of the local service', () => {
  it('scripted outcomes apply in order, and afterwards the cards decide', async () => {
    await control('POST', '/bank/script', { outcomes: ['decline:51', 'approve'] });
    const page = await createPage();
    const declined = await buyer.submit(await buyer.open(page.hostedPageUrl));
    expect(declined.status).toBe(422);
    expect((await buyer.submit(declined)).status).toBe(303);
    await payOrder();
  });

  it.each([
    [{ outcomes: ['explode'] }],
    [{ outcomes: 'approve' }],
    [{}],
    [{ outcomes: ['approve', 'slow:soon'] }],
  ])('the script %j is rejected', async (input) => {
    expect((await control('POST', '/bank/script', input)).status).toBe(400);
    await payOrder();
  });

  it.each(BANK_PROTOCOLS)('an account at %s is a virtual POS that the bank answers', async (bank) => {
    const { json } = await control('POST', '/bank/account', { bank });
    expect(json).toMatchObject({ kind: bank });
    await requireAnswer(readAcquirerSettings(json));
    expect((await control('POST', '/bank/account', { bank: 'other' })).status).toBe(400);
  });

  it('the ledger lists operations, newest last, with decimal amounts', async () => {
    await payOrder({ amount: 12.34, currency: 'EUR' });
    const { json } = await control('GET', '/bank/ledger');
    expect((json['operations'] as unknown[]).at(-1)).toEqual({
      operation: 'sale',
      orderId: expect.stringMatching(/^HP[0-9A-HJKMNP-TV-Z]{24}A1$/),
      amount: 12.34,
      currency: 'EUR',
      installment: 1,
      outcome: 'approved',
      code: '00',
      at: expect.stringMatching(/Z$/),
      hostReference: expect.any(String),
    });
  });
});

it('an outage stops the sweep, and its end catches up', async () => {
  await control('POST', '/scheduler', { running: false });
  const page = await createPage();
  await control('POST', '/bank/script', { outcomes: ['lost-after'] });
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  expect((await control('POST', '/clock', { by: 'PT1H' })).json).toMatchObject({ fired: 0 });
  expect(await stateOf(page)).toBe('Processing');
  await control('POST', '/scheduler', { running: true });
  await control('POST', '/clock', { by: 'PT10M' });
  expect(await stateOf(page)).toBe('Paid');
  expect((await approvedSalesOf(page.orderNumber)).length).toBe(1);
  expect((await control('POST', '/scheduler', { running: 'yes' })).status).toBe(400);
});

it('other paths below /local return 404, and API keys have no effect there', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/nothing'],
    ['DELETE', '/info'],
    ['GET', '/constructor'],
  ] as const) {
    expect((await control(method, path)).status).toBe(404);
  }
  expect((await api('GET', '/local/info')).status).toBe(200);
});
