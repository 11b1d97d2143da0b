// What the service signs for shops has the time of the machine, by which shops judge it, and not that of the
// local clock, which a developer moves (local-service.md 1.7).
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { DAY, type Harness, HOUR, openHarness, SECOND } from '../../harness/harness.ts';
import { startReceiver } from '../../webhook/receiver.ts';

const MachineDate = Date;

async function shopOf({ api, createPage, buyer, moveBy }: Harness) {
  const receiver = await startReceiver();
  const body = { url: receiver.url, eventTypes: ['*'] };
  const { id, secret } = (await api<{ id: string; secret: string }>('POST', '/api/webhook', { body })).json
    .data;
  await moveBy(40 * DAY);
  await api('POST', `/api/webhook/${id}/test`);
  const { hostedPageUrl } = await createPage();
  const { location = '' } = await buyer.submit(await buyer.open(hostedPageUrl));
  const payload = String(new URL(location).searchParams.get('result')).split('.')[1] ?? '';
  const result = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number };
  await moveBy(DAY);
  return { receiver, secret, result };
}

it('a message and a result have the machine’s time after the clock was moved by weeks', async () => {
  const harness = await openHarness({ events: true, signsByMachine: true });
  try {
    const { receiver, secret, result } = await shopOf(harness);
    expect(receiver.received.length).toBeGreaterThan(2);
    const local = globalThis.Date;
    globalThis.Date = MachineDate;
    try {
      for (const { body, headers } of receiver.received) {
        new Webhook(secret).verify(body, headers as Record<string, string>);
      }
    } finally {
      globalThis.Date = local;
    }
    expect(Math.abs(result.iat - MachineDate.now() / 1000)).toBeLessThan(HOUR / SECOND);
  } finally {
    await harness.close();
  }
  expect(process.env['CLOCK_AHEAD_MS']).toBeUndefined();
});
