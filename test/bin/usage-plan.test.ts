// Commands against a deployed stage that CloudFormation describes, and the merchants in its usage plan, which
// API Gateway stores.
import { expect, it } from 'vitest';
import { SETTINGS } from '#setting.ts';
import { startHarness } from '../harness/harness.ts';
import { awsModel } from './aws-model.ts';
import { runCommandIn } from './driver/command.ts';
import { lastAction, operator } from './driver/operator.ts';

const { api, service, merchant } = await startHarness();
const { posFile, outputs } = operator();
const aws = awsModel();
const PLAN = 'plan1';

const outputName = (setting: string) =>
  setting.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
const settings = Object.fromEntries(SETTINGS.map((name) => [outputName(name), process.env[name] ?? '']));
aws.stacks.set('payment-live', { ...settings, MerchantPlanId: PLAN });
aws.stacks.set('payment-plain', settings);
aws.stacks.set('payment-box', settings);
aws.stacks.set('payment-box-bank', { BankUrl: 'https://bank.example/?a=1&b=2', BankTableName: 'T' });

/** The environment of an operator, without any setting of the stage. */
const environment = () => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !(SETTINGS as readonly string[]).includes(name)),
  ),
  ...aws.environment(),
});
const run = (...given: string[]) => runCommandIn(environment(), 'merchant', ...given);
async function done(...given: string[]) {
  const { code, text } = await run(...given);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text) as Record<string, string>;
}
const create = () => done('create', '--name', 'Çiçekçi', '--pos', posFile, '--unchecked', '--stage', 'live');

it('a command finds a stage by its name alone, and its record does not contain the place', async () => {
  const { merchantId = '', apiKey = '' } = await create();
  expect((await api('GET', '/api/payment', { key: apiKey })).status).toBe(200);
  expect(await lastAction()).toMatchObject({
    options: ['name', 'pos', 'unchecked'],
    created: { merchantId },
  });
  const sent = aws.received.find(({ body }) => body.includes('StackName=payment-live&'));
  expect(sent?.headers.authorization).toMatch(/\/cloudformation\/aws4_request, /);
});

it('the review command finds the stage in the same way', async () => {
  expect(await runCommandIn(environment(), 'review', 'list', '--stage', 'live')).toEqual({
    code: 0,
    text: '[]\n',
  });
});

it('the outputs of a sandbox include its simulated bank', async () => {
  const { code, text } = await run('create', '--name', 'X', '--test', '--live', '--stage', 'box');
  expect([code, text]).toEqual([1, expect.stringContaining('either live or test')]);
  expect(aws.received.some(({ body }) => body.includes('StackName=payment-box-bank&'))).toBe(true);
});

it.each([
  [['--stage', 'nowhere'], 'There is no stage nowhere in '],
  [['--stage', 'Live'], '--stage is the name of a stage'],
  [['--stage', 'live', '--outputs', 'outputs.json'], 'One of --stage, --outputs and --local'],
])('a command with %j changes nothing', async (place, message) => {
  const { code, text } = await run('list', '--merchant', merchant.merchantId, ...place);
  expect([code, text]).toEqual([1, expect.stringContaining(message)]);
});

it('a caller who may not read the stack gets that reason', async () => {
  aws.state.isDenying = true;
  const { code, text } = await run('list', '--merchant', merchant.merchantId, '--stage', 'live');
  aws.state.isDenying = false;
  expect([code, text]).toEqual([1, expect.stringMatching(/^DescribeStacks: 403 \(localhost:\d+\)\n$/)]);
});

it('the create and twin commands add the merchant to the usage plan, once for any repetition', async () => {
  const { merchantId = '', usagePlan } = await create();
  expect([usagePlan, aws.membersOf(PLAN)]).toEqual(['added', expect.arrayContaining([merchantId])]);
  const before = aws.keys.length;
  const options = ['--merchant', merchantId, '--stage', 'live'];
  expect(await done('budget', ...options)).toEqual({ usagePlan: 'added' });
  expect((await done('issue', ...options))['usagePlan']).toBe('added');
  expect(aws.keys).toHaveLength(before);
});

it('a key that was not added to its plan yet is used again', async () => {
  const { merchantId = '' } = await done(
    'create',
    '--name',
    'Yarım',
    '--pos',
    posFile,
    '--unchecked',
    '--stage',
    'plain',
  );
  aws.keys.push({ id: 'half', name: merchantId, value: merchantId });
  aws.keys.push({ id: 'other', name: `${merchantId}-2`, value: 'other' });
  await done('budget', '--merchant', merchantId, '--stage', 'live');
  expect(aws.membersOf(PLAN).filter((one) => one === merchantId)).toHaveLength(1);
});

it('a refusal of API Gateway still prints the new key, and the command to run', async () => {
  const file = outputs();
  aws.state.isDenying = true;
  const { MERCHANT_PLAN_ID: _, ...rest } = environment() as Record<string, string>;
  const made = await runCommandIn(
    { ...rest, MERCHANT_PLAN_ID: PLAN },
    ...([
      'merchant',
      'create',
      '--name',
      'Şanssız',
      '--pos',
      posFile,
      '--unchecked',
      '--outputs',
      file,
    ] as const),
  );
  aws.state.isDenying = false;
  const printed = JSON.parse(made.text) as Record<string, string>;
  expect(printed).toMatchObject({
    apiKey: expect.stringMatching(/^psk_live_/),
    usagePlan: 'not added',
    reason: expect.stringMatching(/^GET \/apikeys: 403: User: x is not authorized \(localhost:\d+\)$/),
    runBeforeFirstCall: `npm run merchant -- budget --merchant ${printed['merchantId']}`,
  });
});

it('revoking the last key removes the merchant from the usage plan, and only the last', async () => {
  const { merchantId = '', keyId = '' } = await create();
  const options = ['--merchant', merchantId, '--stage', 'live'];
  const rotated = await done('rotate', ...options, '--key', keyId);
  const none = { count: '0', ids: [] };
  const revoke = (key: string) => done('revoke', ...options, '--keep', '--key', key);
  expect(await revoke(keyId)).toEqual({
    revoked: keyId,
    made: { keys: [], webhooks: [], pages: [], links: [], installmentTables: [] },
    stays: { customers: none, cards: none, recurringPayments: none, refunds: none },
  });
  expect(aws.membersOf(PLAN)).toContain(merchantId);
  const last = await revoke(rotated['keyId'] ?? '');
  expect([last['usagePlan'], aws.membersOf(PLAN)]).toEqual([
    'removed',
    expect.not.arrayContaining([merchantId]),
  ]);
  expect(await done('budget', '--remove', ...options)).toEqual({ usagePlan: 'removed' });
});

it('a stage without a usage plan causes no call of API Gateway, and budget reports it', async () => {
  const asked = aws.received.length;
  const { code, text } = await run('budget', '--merchant', merchant.merchantId, '--local', service.baseUrl);
  expect([code, text]).toEqual([1, expect.stringContaining('does not throttle')]);
  expect(aws.received).toHaveLength(asked);
  const unknown = await run('budget', '--merchant', 'nobody', '--stage', 'live');
  expect([unknown.code, unknown.text]).toEqual([1, expect.stringContaining('no merchant nobody')]);
});
