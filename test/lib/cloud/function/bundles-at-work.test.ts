// The bundles serve merchants and buyers, with DynamoDB, KMS, Scheduler and the bank of the local service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { renderSpecimen, SPECIMEN } from '#checkout/specimen.ts';
import { render } from '#page/html.ts';
import { bundleFunctions } from '../../../../lib/cloud/function/bundle.ts';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { siteFiles } from '../../../../lib/site/site.ts';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, startHarness } from '../../../harness/harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'bundled-service-'));
// Hooks run backwards, and the last calls are those of the harness.
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const load = createRequire(join(directory, 'functions.js'));
const deployed = functionsOf(ROUTE_TABLE);
for (const { entry, code } of await bundleFunctions(deployed.map((fn) => fn.entry))) {
  const { name = '' } = deployed.find((fn) => fn.entry === entry) ?? {};
  writeFileSync(join(directory, `${name}.js`), code);
}
const harness = await startHarness({
  around: async ({ functionName, event, requestId }) => {
    const context = { awsRequestId: requestId, getRemainingTimeInMillis: () => 30_000 };
    return await load(`./${functionName}.js`).handler(event, context);
  },
});

const { api, buyer, http, createPage, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);

it('the bundled form is, letter by letter, the form of the source', async () => {
  const { headers, text } = await http({ method: 'GET', path: `/iframe/${SPECIMEN}`, headers: {} });
  const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';
  expect(text).toBe(render(renderSpecimen('tr', nonce).html));
});

it('the bundle of the reference has every file of the site', async () => {
  for (const [name, text] of Object.entries(siteFiles())) {
    const answer = await http({ method: 'GET', path: `/docs/${name}`, headers: {} });
    // test/endpoints/docs/page.test.ts compares the bytes of archives.
    if (/\.(?:tgz|whl)$/.test(name)) expect([name, answer.status]).toEqual([name, 200]);
    else expect(answer.text === text, name).toBe(true);
  }
});

it('a page is paid once, by the first of two submits, and the payment is refunded in parts', async () => {
  const page = await createPage({ amount: 100 });
  const form = await buyer.open(page.hostedPageUrl);
  const paid = await Promise.all([buyer.submit(form), buyer.submit(form)]);
  expect(paid.map(({ status }) => status)).toContain(303);
  const payments = await api<{ items: { paymentReferenceNumber: string; status: string }[] }>(
    'GET',
    `/api/payment?orderNumber=${page.orderNumber}`,
  );
  expect(payments.json.data.items).toMatchObject([{ status: 'Successful' }]);
  const transactionId = payments.json.data.items[0]?.paymentReferenceNumber;
  await moveBy(DAY);
  const part = async (amount: number) =>
    await api('POST', '/api/Refund/partial', { body: { transactionId, amount, reason: 'x' } });
  const parts = await Promise.all([part(60), part(60)]);
  expect(parts.map(({ status }) => status).sort()).toEqual([201, 422]);
});

it('a recurring payment is charged by its schedules, paused, resumed and cancelled', async () => {
  const startDate = new Date(now().getTime() + HOUR).toISOString();
  const { id } = await driver.create({ startDate, frequency: 'daily', maxPaymentCount: 9 });
  await moveBy(DAY + 2 * HOUR);
  expect(await driver.show(id)).toMatchObject({ status: 'Active', successfulPaymentCount: 2 });
  const change = async (verb: string) =>
    await api('POST', `/api/RecurringPayment/${id}/${verb}`, { body: { reason: 'x' } });
  // The resume creates the schedule again, which still exists.
  for (const verb of ['pause', 'resume']) expect((await change(verb)).status, verb).toBe(200);
  await moveBy(DAY);
  expect(await driver.show(id)).toMatchObject({ successfulPaymentCount: 3 });
  expect((await change('cancel')).status).toBe(200);
  await driver.checkBooks(id);
});
