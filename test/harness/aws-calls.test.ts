import { expect, it } from 'vitest';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { type AwsCall, recordAwsCalls } from './aws-calls.ts';
import { startHarness } from './harness.ts';
import { everyRow } from './traces.ts';

const recorder = recordAwsCalls();
const seen: string[] = [];
const harness = await startHarness({
  around: recorder.around(async ({ functionName }, run) => {
    seen.push(functionName);
    return await run();
  }),
});
const driver = recurringPaymentDriver(harness);

const callsOf = (name: string) => recorder.calls().filter(({ functionName }) => functionName === name);
const linesOf = (calls: readonly AwsCall[]) =>
  calls
    .map(({ action, resource, context }) => `${action} ${resource} ${Object.values(context).flat().join()}`)
    .sort();

it('the AWS call recorder records a transaction as its writes, with the kind of each row', async () => {
  await driver.card();
  expect(linesOf(callsOf('card-create'))).toEqual([
    'dynamodb:PutItem TABLE_NAME M#*#CARD#*',
    // This row counts the numbers behind one mask.
    'dynamodb:UpdateItem TABLE_NAME M#*#CARD#*',
    'kms:Encrypt CARD_KEY_ID cardId,merchantId,purpose,*,*,card',
    'kms:GenerateMac FINGERPRINT_KEY_ID ',
  ]);
});

it('the AWS call recorder records iam:PassRole for a schedule with a role', async () => {
  const { id } = await driver.create();
  expect(linesOf(callsOf('recurring-payment-create'))).toEqual(
    expect.arrayContaining([
      'iam:PassRole SCHEDULER_ROLE_ARN scheduler.amazonaws.com',
      'scheduler:CreateSchedule SCHEDULE_GROUP/* ',
    ]),
  );
  await driver.cancel(id);
  expect(linesOf(callsOf('recurring-payment-cancel'))).toContain(
    'scheduler:DeleteSchedule SCHEDULE_GROUP/* ',
  );
});

it('the AWS call recorder assigns calls to their functions and omits other calls', async () => {
  const lists = ['customer', 'payment', 'Refund', 'RecurringPayment'].map((noun) => `/api/${noun}`);
  await Promise.all([...lists.map((path) => harness.api('GET', path)), everyRow()]);
  const listed = ['customer', 'payment', 'refund', 'recurring-payment'].map((noun) =>
    linesOf(callsOf(`${noun}-list`)),
  );
  // The rows of a list are read only if there are any; the names of people and keys beside it.
  const isOfList = (line: string) => line.includes('Query') && !/#(?:PEOPLE|KEYS)$/.test(line);
  expect(listed.map((lines) => lines.filter(isOfList))).toEqual(
    ['CUSTOMER', 'PAYMENT', 'REFUND', 'RECURRING'].map((noun) => [
      `dynamodb:Query TABLE_NAME/index/list M#*#${noun}#*`,
    ]),
  );
  expect(recorder.calls().map(({ action }) => action)).not.toContain('dynamodb:Scan');
});

it('the AWS call recorder keeps an inner around option and records nothing after stop', async () => {
  expect(seen).toContain('customer-list');
  recorder.stop();
  const before = recorder.calls().length;
  await harness.api('GET', '/api/card/query?bin=460345');
  expect([seen.at(-1), recorder.calls().length]).toEqual(['card-query', before]);
});
