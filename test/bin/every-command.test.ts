// Every command of an operator is recorded once and before it acts, so that none acts without a record (PCI
// DSS 10.2).
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { table } from '#store/table/table.ts';
import { MERCHANT_COMMANDS, REVIEW_COMMANDS } from '../../lib/operator/commands.ts';
import { startHarness } from '../harness/harness.ts';
import { lastAction, operator, recordedActions, rowsByKey } from './driver/operator.ts';

const { merchant, payOrder } = await startHarness();
const { operate, posFile, otherPosFile } = operator();
const payment = await payOrder();
afterEach(() => void vi.restoreAllMocks());

const ofMerchant = ['--merchant', merchant.merchantId];
const ofKey = async () => {
  const { text } = await operate('merchant', 'issue', ...ofMerchant);
  return [...ofMerchant, '--key', (JSON.parse(text) as { keyId: string }).keyId];
};
const resolution = [...ofMerchant, '--payment', payment, '--by', 'Elif'];

type Options = string[] | (() => Promise<string[]>);
const MERCHANT: Record<keyof typeof MERCHANT_COMMANDS, Options> = {
  create: ['--name', 'Çiçekçi', '--pos', posFile, '--unchecked'],
  twin: async () => {
    const options = ['--name', 'Çiçekçi', '--pos', posFile, '--unchecked'];
    const { text } = await operate('merchant', 'create', ...options);
    const { merchantId } = JSON.parse(text) as { merchantId: string };
    return ['--merchant', merchantId, '--pos', otherPosFile, '--unchecked'];
  },
  find: ['--name', 'Kahve'],
  show: ofMerchant,
  update: [...ofMerchant, '--name', 'Kahve'],
  issue: ofMerchant,
  list: ofMerchant,
  rotate: ofKey,
  revoke: ofKey,
  installments: ofMerchant,
  'signing-secret add': ofMerchant,
  'signing-secret list': ofMerchant,
  'signing-secret retire': [...ofMerchant, '--secret', merchant.kid ?? ''],
  'pos list': ofMerchant,
  'pos add': [...ofMerchant, '--pos', posFile, '--test'],
  'pos change': [...ofMerchant, '--pos', otherPosFile, '--test', '--unchecked'],
  'pos current': [...ofMerchant, '--virtual-pos', merchant.merchantId, '--unchecked'],
  'pos rotate': [...ofMerchant, '--virtual-pos', merchant.merchantId, '--pos', posFile, '--unchecked'],
  'pos bank': [...ofMerchant, '--bank', '0032'],
  'pos remove': [...ofMerchant, '--virtual-pos', merchant.merchantId],
  'webhooks probe': [],
  purge: ['--confirm'],
  log: [],
  budget: ofMerchant,
};
const REVIEW: Record<(typeof REVIEW_COMMANDS)[number], Options> = {
  list: [],
  ask: [...ofMerchant, '--payment', payment],
  approved: [...resolution, '--bank-reference', '420000000042'],
  declined: resolution,
  close: [...resolution, '--note', 'seen in the portal'],
  adopt: [...resolution, '--bank-reference', '420000000042', '--note', 'seen in the portal'],
  free: [...ofMerchant, '--card', merchant.merchantId, '--by', 'Elif', '--note', 'the cardholder called'],
  check: [],
};
const COMMANDS = [
  ...Object.entries(MERCHANT).map(([command, options]) => ['merchant', command, options] as const),
  ...Object.entries(REVIEW).map(([command, options]) => ['review', command, options] as const),
];
/** These commands are refused after the record, because no object waits for manual review here. */
const REFUSED = [
  'review ask',
  'review approved',
  'review declined',
  'review close',
  'review adopt',
  'review free',
  'merchant budget',
  'merchant pos rotate',
  'merchant pos remove',
];

const prepared = async (options: Options) => (typeof options === 'function' ? await options() : options);

describe.each(COMMANDS)('%s %s', (program, command, given) => {
  it('a command changes nothing if DynamoDB refuses the record, and reports that', async () => {
    const options = await prepared(given);
    const before = await rowsByKey();
    const send = table.send.bind(table) as (request: unknown) => Promise<unknown>;
    vi.spyOn(table, 'send').mockImplementation((async (request: unknown) => {
      const isRecord =
        request instanceof PutCommand && String(request.input.Item?.['pk']).startsWith('AUDIT#');
      if (!isRecord) return await send(request);
      const refusal = new Error('User: x is not authorized');
      throw Object.assign(refusal, { name: 'AccessDeniedException', $metadata: { requestId: 'request-9' } });
    }) as never);
    const result = await operate(program, ...command.split(' '), ...options);
    vi.restoreAllMocks();
    expect(result).toEqual({
      code: 1,
      text:
        'Nothing was done, because the command could not be recorded: ' +
        'AccessDeniedException: User: x is not authorized (request request-9)\n',
    });
    expect(await rowsByKey()).toEqual(before);
  });

  it('a command leaves exactly one record, which names what it created', async () => {
    const options = await prepared(given);
    const before = await recordedActions();
    const { code, text } = await operate(program, ...command.split(' '), ...options);
    const name = `${program} ${command}`;
    expect([text, code]).toEqual([expect.any(String), REFUSED.includes(name) ? 1 : 0]);
    const after = await recordedActions();
    expect(after.slice(0, -1)).toEqual(before);
    const { created = {} } = (await lastAction()) ?? {};
    expect(after.at(-1)?.command).toBe(name);
    const creates = program === 'merchant' ? MERCHANT_COMMANDS[command as keyof typeof MERCHANT] : [];
    expect(Object.keys(created).sort()).toEqual([...creates].sort());
    if (creates.length > 0) expect(JSON.parse(text)).toMatchObject(created);
  });
});

it('the table of this test has every command', () => {
  expect(Object.keys(REVIEW)).toEqual([...REVIEW_COMMANDS]);
  expect(Object.keys(MERCHANT)).toEqual(Object.keys(MERCHANT_COMMANDS));
});
