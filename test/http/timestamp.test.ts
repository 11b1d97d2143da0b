// `timestamp` is the instant of the response, and a replay keeps that of the first one (api.md 1.5 and 7.1).
import { describe, expect, it } from 'vitest';
import { refundDriver } from '../drivers/refund-driver.ts';
import { CARDS, startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { service, api, now } = harness;
const driver = refundDriver(harness);
const [BANK_MS, PATH] = [700, '/api/Refund/partial'];

type Sent = { transactionId: string; key?: string };
const partial = ({ transactionId, key }: Sent) =>
  api('POST', PATH, {
    body: { transactionId, amount: 1, reason: 'x' },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

describe.each([undefined, 'slow-bank'])('after a slow bank, with the Idempotency-Key %s', (key) => {
  it('the timestamp is not before `completedAt`, and a repeat has the same one', async () => {
    const sent = { transactionId: await driver.pay(), ...(key && { key }) };
    const sentAtMs = now().getTime();
    service.bank.script([`slow:${BANK_MS}`]);
    const { text, json } = await partial(sent);
    const [completedAtMs, timestampMs] = [json.data['completedAt'], json.timestamp].map((one) =>
      Date.parse(String(one)),
    );
    expect([json.data['status'], completedAtMs]).toEqual(['Completed', expect.any(Number)]);
    expect(completedAtMs).toBeGreaterThanOrEqual(sentAtMs + BANK_MS);
    expect(timestampMs).toBeGreaterThanOrEqual(completedAtMs ?? 0);
    expect(timestampMs).toBeLessThanOrEqual(now().getTime());
    if (key !== undefined) expect((await partial(sent)).text).toBe(text);
  });

  it('the timestamp of a refusal is that of the response, and a repeat has the same one', async () => {
    const transactionId = await driver.pay({ cardNumber: CARDS.irrevocable });
    const sent = { transactionId, ...(key && { key: `${key}-refused` }) };
    const sentAtMs = now().getTime();
    service.bank.script(['slow:700']);
    const { text, json, status } = await partial(sent);
    expect([status, json.errorCode]).toEqual([422, 'REFUND_DECLINED_BY_BANK']);
    expect(Date.parse(json.timestamp)).toBeGreaterThanOrEqual(sentAtMs + BANK_MS);
    if (key !== undefined) expect((await partial(sent)).text).toBe(text);
  });
});
