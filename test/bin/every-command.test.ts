// Every command of an operator is recorded once and before it acts, so that none acts without a record (PCI
// DSS 10.2), and reads and writes the kinds of rows that it declares.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signIn as openSession } from '#flows/session.ts';
import type { RowName } from '#store/table/row-name.ts';
import { table } from '#store/table/table.ts';
import { kindOf } from '../../lib/operator/review/kind-of.ts';
import { startHarness } from '../harness/harness.ts';
import { lastAction, operator, recordedActions, rowsByKey } from './driver/operator.ts';
import { OF_SERVICE } from './driver/programs.ts';

const { merchant, payOrder, now } = await startHarness();
const { operate, posFile, otherPosFile } = operator();
const payment = await payOrder();
const agreementFile = join(tmpdir(), `agreement-of-command-${process.pid}.csv`);
writeFileSync(agreementFile, 'ratePercent,blockedDays\n1.79,1\n');
afterEach(() => void vi.restoreAllMocks());

const ofMerchant = ['--merchant', merchant.merchantId];
const ofKey = async () => {
  const { text } = await operate('merchant', 'issue', ...ofMerchant);
  return [...ofMerchant, '--key', (JSON.parse(text) as { keyId: string }).keyId];
};
let people = 0;
const newPerson = () => {
  people += 1;
  return [...ofMerchant, '--name', 'Ece', '--email', `ece${people}@shop.example`, '--role', 'owner'];
};
/** With a session, whose key a removal ends. */
const ofPerson = async () => {
  const { text } = await operate('merchant', 'person', 'add', ...newPerson());
  const { personId, signIn } = JSON.parse(text) as { personId: string; signIn: string };
  await openSession(signIn.split('#')[1] ?? '', now());
  return [...ofMerchant, '--person', personId];
};
const resolution = [...ofMerchant, '--payment', payment, '--by', 'Elif'];

type Options = string[] | (() => Promise<string[]>);
const MERCHANT: Record<string, Options> = {
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
  'person add': () => Promise.resolve(newPerson()),
  'person list': ofMerchant,
  'person sign-in': ofPerson,
  'person remove': ofPerson,
  installments: ofMerchant,
  'signing-secret add': ofMerchant,
  'signing-secret list': ofMerchant,
  'signing-secret retire': [...ofMerchant, '--secret', merchant.kid ?? ''],
  'pos list': ofMerchant,
  'pos add': [...ofMerchant, '--pos', posFile, '--test', '--unchecked'],
  'pos change': [...ofMerchant, '--pos', otherPosFile, '--test', '--unchecked'],
  'pos current': [...ofMerchant, '--virtual-pos', merchant.merchantId, '--unchecked'],
  'pos rotate': [...ofMerchant, '--virtual-pos', merchant.merchantId, '--pos', posFile, '--unchecked'],
  'pos bank': [...ofMerchant, '--bank', '0032'],
  'pos check': [...ofMerchant, '--virtual-pos', merchant.merchantId],
  'pos prefer': [...ofMerchant, '--virtual-pos', merchant.merchantId],
  'pos remove': [...ofMerchant, '--virtual-pos', merchant.merchantId],
  'webhooks probe': [],
  purge: ['--confirm'],
  log: [],
  budget: ofMerchant,
  agreement: [...ofMerchant, '--table', agreementFile],
};
const REVIEW: Record<string, Options> = {
  list: [],
  show: [...ofMerchant, '--payment', payment],
  ask: [...ofMerchant, '--payment', payment],
  approved: [...resolution, '--bank-reference', '420000000042'],
  declined: resolution,
  close: [...resolution, '--note', 'seen in the portal'],
  adopt: [...resolution, '--bank-reference', '420000000042', '--note', 'seen in the portal'],
  free: [...ofMerchant, '--card', merchant.merchantId, '--by', 'Elif', '--note', 'the cardholder called'],
  check: [],
};
const ALL: Record<string, Record<string, Options>> = {
  merchant: MERCHANT,
  review: REVIEW,
  bins: { import: ['--confirm'], back: ['--confirm'], caps: ['--confirm'], 'caps-back': ['--confirm'] },
  lease: { take: ['--confirm'] },
};
const COMMANDS = OF_SERVICE.flatMap((program) =>
  Object.entries(program.commands)
    .filter(([, { recorded }]) => recorded !== 'never')
    .map(([words, command]) => [program.name as ProgramName, words, command] as const),
);
type ProgramName = 'merchant' | 'review' | 'lease' | 'bins';

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
  'bins back',
  'bins caps-back',
  'lease take',
];

async function optionsFor(program: string, words: string): Promise<string[]> {
  const options = ALL[program]?.[words];
  if (options === undefined) throw new Error(`This test does not call ${program} ${words}.`);
  return typeof options === 'function' ? await options() : options;
}

const isAction = (row: { pk: string }) => row.pk.startsWith('AUDIT#');
type TableRows = Awaited<ReturnType<typeof rowsByKey>>;

/** The kinds of the rows that are in one of the states only, or differ, but for the records of commands. */
function changedKinds(before: TableRows, after: TableRows): (RowName | undefined)[] {
  const keyOf = ({ pk, sk }: TableRow) => `${pk} ${sk}`;
  const [one, other] = [before, after].map((rows) => new Map(rows.map((row) => [keyOf(row), row])));
  const changed = [...before, ...after].filter(
    (row) => !isAction(row) && !isDeepStrictEqual(one?.get(keyOf(row)), other?.get(keyOf(row))),
  );
  return [...new Set(changed.map(kindOf))];
}

/** The kinds of the rows that were read meanwhile, also by the service beside the command. */
function watchReads(): Set<string> {
  const kinds = new Set<string>();
  const send = table.send.bind(table) as (request: unknown) => Promise<TableAnswer>;
  vi.spyOn(table, 'send').mockImplementation((async (request: unknown) => {
    const answer = await send(request);
    const { Item, Items = [], Responses = [] } = answer ?? {};
    const many = Array.isArray(Responses)
      ? Responses.map((one) => one.Item)
      : Object.values(Responses).flat();
    for (const row of [Item, ...Items, ...many]) if (row?.pk !== undefined) kinds.add(kindOf(row) ?? 'lease');
    return answer;
  }) as never);
  return kinds;
}
type TableRow = TableRows[number];
type TableAnswer = {
  Item?: TableRow;
  Items?: TableRow[];
  Responses?: { Item?: TableRow }[] | Record<string, TableRow[]>;
};

describe.each(COMMANDS)('%s %s', (program, words, command) => {
  it('a command changes nothing if DynamoDB refuses the record, and reports that', async () => {
    const options = await optionsFor(program, words);
    const before = await rowsByKey();
    const send = table.send.bind(table) as (request: unknown) => Promise<unknown>;
    vi.spyOn(table, 'send').mockImplementation((async (request: unknown) => {
      const isRecord =
        request instanceof PutCommand && String(request.input.Item?.['pk']).startsWith('AUDIT#');
      if (!isRecord) return await send(request);
      const refusal = new Error('User: x is not authorized');
      throw Object.assign(refusal, { name: 'AccessDeniedException', $metadata: { requestId: 'request-9' } });
    }) as never);
    const result = await operate(program, ...words.split(' '), ...options);
    vi.restoreAllMocks();
    expect(result).toEqual({
      code: 1,
      text:
        'Nothing was done, because the command could not be recorded: ' +
        'AccessDeniedException: User: x is not authorized (request request-9)\n',
    });
    expect(await rowsByKey()).toEqual(before);
  });

  const seen = { read: new Set<string>(), changed: [] as (string | undefined)[] };

  it('a command leaves exactly one record, which names what it created', async () => {
    const options = await optionsFor(program, words);
    const [actions, before] = [await recordedActions(), await rowsByKey()];
    seen.read = watchReads();
    const { code, text } = await operate(program, ...words.split(' '), ...options);
    vi.restoreAllMocks();
    seen.changed = changedKinds(before, await rowsByKey());
    const name = `${program} ${words}`;
    expect([text, code]).toEqual([expect.any(String), REFUSED.includes(name) ? 1 : 0]);
    const after = await recordedActions();
    expect(after.slice(0, -1)).toEqual(actions);
    const { created = {} } = (await lastAction()) ?? {};
    expect(after.at(-1)?.command).toBe(name);
    const { creates = [] } = command;
    const ids = typeof creates === 'function' ? creates({ pos: posFile } as never, { outputs: '' }) : creates;
    expect(Object.keys(created).sort()).toEqual([...ids].sort());
    if (ids.length > 0) expect(JSON.parse(text)).toMatchObject(created);
  });

  it('it has read and written rows of no other kind than it declares', () => {
    const { reads, writes } = command;
    const declared: readonly (string | undefined)[] = reads.includes('any row')
      ? [...seen.read]
      : [...reads, ...writes];
    expect([...seen.read].filter((kind) => !declared.includes(kind))).toEqual([]);
    expect(seen.changed.filter((kind) => !writes.some((one) => one === kind))).toEqual([]);
  });
});
