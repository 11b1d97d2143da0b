// The incidents of docs/incidents.md, played on the running service: its metrics and logs are evaluated by
// the synthesised alarms. Each test lists all urgent messages that are sent, so that one incident sends few.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { expect, it } from 'vitest';
import { forgetLease } from '#flows/lease.ts';
import { saveDifference } from '#store/difference.ts';
import { closeDifference } from '../../../../../lib/operator/review/differences.ts';
import { changeBankPassword } from '../../../../drivers/bank-password.ts';
import { recurringPaymentDriver } from '../../../../drivers/recurring-payment-driver.ts';
import { merchantAtOtherBank, openBankLines, ownBank } from '../../../../harness/bank-line.ts';
import { HOUR, MINUTE } from '../../../../harness/harness.ts';
import { ALARMS } from './alarm-evaluator.ts';
import { expectMessages, startIncidentPlayer } from './incident-player.ts';

/** Functions that crash at their start. */
const broken = new Set<string>();
const player = await startIncidentPlayer(async ({ functionName }, run) => {
  if (broken.has(functionName)) throw new Error('A deployment broke the function.');
  return await run();
});
const { service, merchant, api, buyer, createPage, now, moveBy, play, add } = player;
const charges = recurringPaymentDriver(player);
const lines = openBankLines();
const bank = ownBank(player);
const other = await merchantAtOtherBank(player);
const another = await merchantAtOtherBank(player);
const neighbour = await service.addMerchant({ threeDSecure: 'never' });

const pay = async (key?: string) => {
  const page = await createPage({}, key === undefined ? {} : { key });
  return await buyer.submit(await buyer.open(page.hostedPageUrl));
};
const payTimes = async (times: number, key?: string) => {
  for (let at = 0; at < times; at += 1) await pay(key);
};
/** The minutes of an alarm, as in docs/incidents.md. */
const minutesOf = (name: string) => ALARMS.get(name)?.minutes ?? Number.NaN;
const until = async (atMs: number) => void (await service.timeline.moveTo(atMs));
/** Creates plans that fall due one after another, two minutes apart. */
async function planned(count: number, fromMs: number): Promise<string[]> {
  const start = (at: number) => new Date(fromMs + (1 + 2 * at) * MINUTE).toISOString();
  const plans = Array.from({ length: count }, (_, at) => charges.create({ startDate: start(at) }));
  return (await Promise.all(plans)).map(({ id }) => id);
}
const nextHours = () => Math.ceil((now().getTime() + 2 * HOUR) / HOUR) * HOUR;
async function expectCharged(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    expect((await charges.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded']);
    await charges.cancel(id);
    await charges.checkBooks(id);
  }
}

it('no alarm fires while only payments are made', async () => {
  expect(await play(30, () => payTimes(3))).toEqual({ urgent: {}, morning: {} });
});

it('a bank that is down for three hours at midnight fires the alarm of the bank once', async () => {
  const plans = await planned(6, nextHours());
  const { urgent } = await play(200, async (startMs) => {
    lines.refuse(bank);
    await payTimes(5);
    await until(startMs + 3 * HOUR);
    lines.mend(bank);
  });
  expectMessages(urgent, { 'bank-fails': minutesOf('bank-down'), 'bank-calls-fail': 1 });
  await expectCharged(plans);
});

it('a second bank that falls while the first one is down fires an alarm again', async () => {
  const { urgent } = await play(60, async (startMs) => {
    // A bank is closed to all merchants if two get no answer.
    lines.refuse(bank);
    await payTimes(5);
    await pay(neighbour.apiKey);
    for (let minute = 5; minute <= 30; minute += 5) {
      await until(startMs + minute * MINUTE);
      await pay();
    }
    lines.refuse(other.host);
    await payTimes(5, other.apiKey);
    await pay(another.apiKey);
    await until(startMs + 40 * MINUTE);
    lines.mend(bank);
    lines.mend(other.host);
    await until(startMs + 41 * MINUTE);
    await pay();
    await pay(other.apiKey);
  });
  expectMessages(urgent, {
    'bank-fails': minutesOf('bank-down'),
    'bank-calls-fail': 1,
    'another-bank-fails': 30 + minutesOf('bank-falls'),
  });
  // Not before the other bank has fallen.
  expect(urgent['another-bank-fails']).toBeGreaterThan(30);
});

it('a rotated bank password fires the alarm of the merchant alone', async () => {
  const plans = await planned(6, nextHours());
  const { urgent } = await play(60, async (startMs) => {
    await changeBankPassword(player, merchant.merchantId, 'rotated');
    await pay();
    await until(startMs + 45 * MINUTE);
    await changeBankPassword(player, merchant.merchantId);
  });
  expectMessages(urgent, { 'merchant-refused': minutesOf('merchant-refused') });
  await moveBy(20 * MINUTE);
  await expectCharged(plans);
});

it('a sale that is made after all fires an alarm for the morning', async () => {
  const { urgent, morning } = await play(150, async () => {
    service.bank.script(['late:900']);
    await pay();
  });
  expect(urgent).toEqual({});
  expect(Object.keys(morning)).toContain('late-sale');
});

it('a difference between bank and books fires an alarm for the morning until it is closed', async () => {
  const { merchantId } = merchant;
  const which = { merchantId, paymentReferenceNumber: 'PAY-DIFFERS', bankOrderId: 'PAYDIFFERS' };
  const since = now().toISOString();
  const kept = { ...which, since, currency: 'TRY', kind: 'NotTaken', postponements: 0 } as const;
  const reconcile = async () => void (await service.lambdas.invoke('reconcile', {}));
  const { urgent, morning } = await play(90, async () => {
    await saveDifference(undefined, { ...kept, state: 'Open' });
    await reconcile();
  });
  expect(urgent).toEqual({});
  expectMessages(morning, { 'books-differ': minutesOf('books-differ') });
  await closeDifference({ ...which, by: 'Elif', reason: 'Cleared up.', at: now().toISOString() });
  expect(await play(60, reconcile)).toEqual({ urgent: {}, morning: {} });
});

it('a missed period fires an alarm for the morning, and the merchant collects it', async () => {
  const { id } = await charges.create({ frequency: 'daily' });
  await service.timeline.setRunning(false);
  await moveBy(50 * HOUR);
  const { morning } = await play(30, async () => {
    await service.timeline.setRunning(true);
  });
  expect(Object.keys(morning)).toContain('periods-missed');
  await charges.chargePeriod(id, 1);
  await moveBy(MINUTE);
  expect((await charges.periods(id)).map(({ state }) => state)).toEqual(['Paid', 'Paid']);
  await charges.cancel(id);
  await charges.checkBooks(id);
});

it('a stopped reconciliation fires an alarm for the morning', async () => {
  const { urgent, morning } = await play(60, async () => {}, ['reconcile']);
  expect([urgent, Object.keys(morning)]).toEqual([{}, ['checks-stopped']]);
});

it('a deployment that breaks the charge fires an alarm, and all is charged after its rollback', async () => {
  const plans = await planned(12, nextHours());
  const { urgent } = await play(60, async (startMs) => {
    broken.add('charge').add('sweep');
    await until(startMs + 40 * MINUTE);
    broken.clear();
  });
  expectMessages(urgent, { 'charges-fail': minutesOf('charge-crashes') });
  await expectCharged(plans);
});

it('keys that cannot be used fire the alarm of answers', async () => {
  // Each call is the first one with its key: a cached key would need no KMS call.
  const unseen = await Promise.all(Array.from({ length: 15 }, () => service.addMerchant()));
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const target = String(request.getHeader('x-amz-target'));
    if (target.startsWith('Trent')) request.destroy(new Error('The key is disabled.'));
  };
  const { urgent } = await play(30, async (startMs) => {
    subscribe('http.client.request.created', onRequest);
    for (const [at, { apiKey }] of unseen.entries()) {
      await until(startMs + at * MINUTE);
      expect((await api('GET', '/api/payment', { key: apiKey })).status).toBe(500);
    }
    unsubscribe('http.client.request.created', onRequest);
  });
  expectMessages(urgent, { 'answers-fail': minutesOf('api-answers-5xx') });
});

it('a stopped sweep fires an alarm although nothing fails', async () => {
  const { urgent } = await play(30, async () => {}, ['sweep']);
  expectMessages(urgent, { 'charges-fail': minutesOf('sweep-stopped') });
});

it('a lease that cannot be read fires alarms at once, and all is charged after it', async () => {
  const leases = process.env['LEASE_TABLE_NAME'];
  const plans = await planned(2, nextHours());
  const { urgent } = await play(30, async (startMs) => {
    process.env['LEASE_TABLE_NAME'] = 'no-table';
    forgetLease();
    await payTimes(5);
    await until(startMs + 25 * MINUTE);
    process.env['LEASE_TABLE_NAME'] = leases;
  });
  expectMessages(urgent, {
    'bank-calls-fail': minutesOf('bank-calls-fail'),
    'bank-fails': minutesOf('bank-unreachable'),
    // The sweep runs in the first minute in which the lease is still known.
    'charges-fail': minutesOf('sweep-stopped') + 1,
  });
  await expectCharged(plans);
});

it('a page that no buyer reaches fires an alarm without traffic', async () => {
  const { urgent } = await play(30, async () => {}, ['canary']);
  expectMessages(urgent, { 'answers-fail': minutesOf('canary-unanswered') });
});

it('one event that fails on every try fires an alarm for the morning', async () => {
  const [plan = ''] = await planned(1, nextHours());
  const { urgent, morning } = await play(30, async (startMs) => {
    broken.add('charge');
    await until(startMs + 4 * MINUTE);
    broken.clear();
  });
  expect(urgent).toEqual({});
  expect(morning['dead-letters']).toBeLessThanOrEqual(minutesOf('dead-letters'));
  await expectCharged([plan]);
});

it('an index that DynamoDB throttles fires the alarm of limits', async () => {
  const TableName = 'payment-sandbox';
  const { urgent } = await play(30, async () => {
    for (let at = 0; at < 10; at += 1)
      add('AWS/DynamoDB', 'WriteThrottleEvents', { TableName, GlobalSecondaryIndexName: 'list' });
  });
  expectMessages(urgent, { 'limits-reached': minutesOf('index-writes-throttled') });
});

it('a merchant all of whose payments are declined fires an alarm', async () => {
  const { urgent } = await play(30, async () => {
    add('Payment/sandbox/Merchants', 'MerchantsDeclined', {});
  });
  expectMessages(urgent, { 'merchant-declined': minutesOf('merchant-declined') });
});
