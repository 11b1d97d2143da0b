// What nobody could find out for a day and a half is left to a person, and the runbook's own commands bring
// the bank's answer in: they are read from the page and carried out as they stand there.
import { readFileSync } from 'node:fs';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { tableName } from '#store/table.ts';
import { openFaults } from '../faults.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../harness.ts';
import { recurringDesk } from '../recurring-desk.ts';
import { orderViews } from './order.ts';

const faults = openFaults();
/** While set, nobody answers at the bank when the sweep asks. */
let bankIsDown = false;
const harness = await startHarness({
  around: async (invocation, run) => {
    if (bankIsDown && invocation.functionName === 'sweep') faults.arm('sweep', 'bank', 'outage');
    return await faults.around(invocation, run);
  },
});
const { service, merchant, buyer, logs, now, createPage, moveBy } = harness;
const { paymentsOf } = orderViews(harness);
const desk = recurringDesk(harness);

const page = readFileSync(new URL('../../docs/runbooks/manual-review.md', import.meta.url), 'utf8');

/** The command of the runbook for this noun, with what it asks for filled in. */
async function carryOut(noun: 'PAYMENT' | 'RECURRING', filledIn: Record<string, string>): Promise<void> {
  const command = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  const ours = command.find((text) => text.includes(`#${noun}#`)) ?? '';
  const text = Object.entries(filledIn).reduce(
    (filled, [name, value]) => filled.replaceAll(`<${name}>`, value),
    ours,
  );
  const options = [...text.matchAll(/--([\w-]+)\s+(?:\\\n\s*)?'([^']*)'/g)];
  const given = Object.fromEntries(options.map(([, name, value]) => [name, value ?? '']));
  const json = (name: string) => JSON.parse(given[name] ?? 'null') ?? undefined;
  await new DynamoDBClient().send(
    new UpdateItemCommand({
      TableName: tableName(),
      Key: json('key'),
      UpdateExpression: given['update-expression'],
      ConditionExpression: given['condition-expression'],
      ExpressionAttributeNames: json('expression-attribute-names'),
      ExpressionAttributeValues: json('expression-attribute-values'),
    }),
  );
}

const reviews = () => logs.filter((line) => line.includes('"ManualReviews":1'));

async function leftAlone(): Promise<void> {
  bankIsDown = true;
  await moveBy(3 * DAY);
  bankIsDown = false;
  await moveBy(DAY);
}

it('a payment is put back on the list of the sweep, which settles it with what the bank says', async () => {
  const { hostedPageUrl, orderNumber } = await createPage();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(hostedPageUrl));
  await leftAlone();
  const [stuck] = await paymentsOf(orderNumber);
  expect(stuck?.status).toBe('Processing');
  expect(reviews()).toHaveLength(1);

  const reference = stuck?.paymentReferenceNumber ?? '';
  await carryOut('PAYMENT', { merchantId: merchant.merchantId, reference, 'now, ISO': now().toISOString() });
  await moveBy(10 * MINUTE);
  expect((await paymentsOf(orderNumber)).map(({ status }) => status)).toEqual(['Successful']);
});

it('a charge is asked for once more, and the recurring payment goes on', async () => {
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR).toISOString();
  const { id } = await desk.create({ startDate });
  service.bank.script(['lost-after']);
  await moveBy(HOUR + MINUTE);
  await leftAlone();
  expect((await desk.attempts(id)).map(({ status }) => status)).toEqual(['Processing']);
  expect(reviews()).toHaveLength(2);

  await carryOut('RECURRING', { merchantId: merchant.merchantId, id, 'now, ISO': now().toISOString() });
  await moveBy(10 * MINUTE);
  expect((await desk.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded']);
  await desk.books(id);
});
