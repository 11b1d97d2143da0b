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
const desk = recurringPaymentDriver(harness);

const of = (name: string) => recorder.calls().filter(({ functionName }) => functionName === name);
const linesOf = (calls: readonly AwsCall[]) =>
  calls
    .map(({ action, resource, context }) => `${action} ${resource} ${Object.values(context).flat().join()}`)
    .sort();

it('tells of a transaction what IAM asks for: each of its writes, on rows named by their kind', async () => {
  await desk.card();
  expect(linesOf(of('card-create'))).toEqual([
    'dynamodb:PutItem TABLE_NAME M#*#CARD#*',
    // The count of numbers behind one mask.
    'dynamodb:UpdateItem TABLE_NAME M#*#CARD#*',
    'kms:Encrypt CARD_KEY_ID cardId,merchantId,purpose,*,*,card',
    'kms:GenerateMac FINGERPRINT_KEY_ID ',
  ]);
});

it('asks to pass a role for whoever plans with one', async () => {
  const { id } = await desk.create();
  expect(linesOf(of('recurring-payment-create'))).toEqual(
    expect.arrayContaining([
      'iam:PassRole SCHEDULER_ROLE_ARN scheduler.amazonaws.com',
      'scheduler:CreateSchedule SCHEDULE_GROUP/* ',
    ]),
  );
  await desk.cancel(id);
  expect(linesOf(of('recurring-payment-cancel'))).toContain('scheduler:DeleteSchedule SCHEDULE_GROUP/* ');
});

it('knows whose a call is while others run, and whose it is not', async () => {
  const lists = ['customer', 'payment', 'Refund', 'RecurringPayment'].map((noun) => `/api/${noun}`);
  await Promise.all([...lists.map((path) => harness.api('GET', path)), everyRow()]);
  const listed = ['customer', 'payment', 'refund', 'recurring-payment'].map((noun) =>
    linesOf(of(`${noun}-list`)),
  );
  expect(listed).toEqual(
    ['CUSTOMER', 'PAYMENT', 'REFUND', 'RECURRING'].map((noun) => [
      `dynamodb:Query TABLE_NAME/index/list M#*#${noun}#*`,
    ]),
  );
  expect(recorder.calls().map(({ action }) => action)).not.toContain('dynamodb:Scan');
});

it('lets stand around an invocation what stood there before, and ends when it is told to', async () => {
  expect(seen).toContain('customer-list');
  recorder.stop();
  const before = recorder.calls().length;
  await harness.api('GET', '/api/card/query?bin=460345');
  expect([seen.at(-1), recorder.calls().length]).toEqual(['card-query', before]);
});
