// Further actions of operators on stages: they change options, cause an update that fails, run a second stage
// beside the first, and run production, which is not destroyed by accident. Only `--all` runs them.
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { nameOf } from '../../lib/cloud/deployment.ts';
import { DIGEST_FACT } from '../../lib/cloud/release-name.ts';
import type { Bank } from '../../lib/local/bank/bank.ts';
import type { moveTo } from '../../lib/release/release.ts';
import { ACCOUNT, REGION } from './loopback.ts';
import { type Merchant, type MerchantKeys, openMerchant } from './merchant.ts';
import { keyArnsIn, paysOnce, restoreTable, switchRegion, takeLease } from './recovery.ts';
import type { Report } from './report.ts';
import { type Outputs, openStage, type Place, STAGE, type Stage, type Words } from './stage.ts';
import type { Stored } from './steps/card-steps.ts';

/** The number of stages and updates of a whole rehearsal, for its deadline. */
export const ALL_STAGES = 13;

type Variants = {
  report: Report;
  merchant: Merchant;
  stage: Stage;
  outputs: Outputs;
  place: Place;
  pos: AcquirerSettings;
  bank: Bank;
  stored: Stored;
};

export async function rehearseVariants(context: Variants): Promise<void> {
  await changeOptions(context);
  await failUpdate(context);
  await switchRegion(context);
  await runSecondStage(context);
  await runProduction(context);
}

/** Each option that the emulator can deploy, with a value other than its default, in a new release. */
const CHANGED: Words = {
  [DIGEST_FACT]: 'bbbbbbbb',
  reservedConcurrency: 'charge=150,sweep=5',
  noticeTo: 'mornings@example.com',
  keyVersions: 'digest=1+2,merchant=1+2',
  pagesKeptMonths: '14',
};

const stillServes = async (merchant: Merchant): Promise<void> => {
  const { items } = (await merchant.call('GET', '/api/payment')) as { items: unknown[] };
  assert.ok(items.length > 0, 'The payments from before the update are gone.');
};

async function changeOptions({ report, merchant, stage, outputs }: Variants): Promise<void> {
  await report.step(
    'Options are changed by an update',
    async () => {
      await stage.synthesise(CHANGED);
      const after = await stage.deploy();
      assert.equal(after['BaseUrl'], outputs['BaseUrl']);
      assert.equal(after['PagesKeptMonths'], '14');
      await stillServes(merchant);
      return Object.keys(CHANGED).length;
    },
    (count) => `${count} options; addresses, keys and payments are the same`,
  );
  const { moved } = await report.step(
    'The release before takes the calls again',
    async () => {
      const move = JSON.parse(await stage.operate('bin/release.ts', ['back'], '')) as Move;
      assert.deepEqual(move.failed, []);
      assert.match(move.from.join(), / bbbbbbbb$/);
      await paysOnce(merchant, 'BEFORE');
      return move;
    },
    (move) => `${move.moved.length} functions, by one command; a buyer pays`,
  );
  await report.step(
    'The next deployment follows it, with former options',
    async () => {
      const next = { [DIGEST_FACT]: 'cccccccc', gradual: 'true' };
      const noted = await stage.preflight(next);
      await stage.synthesise({ ...next, ...noted });
      assert.equal((await stage.deploy())['PagesKeptMonths'], outputs['PagesKeptMonths']);
      const [newest] = await listReleases(stage);
      assert.match(newest?.release ?? '', / cccccccc$/);
      assert.equal(newest?.live, newest?.functions);
      assert.ok((newest?.live ?? 0) >= moved.length);
      await stillServes(merchant);
      await paysOnce(merchant, 'AFTER');
    },
    () => 'the preflight has noted the move; each alias is at its new version',
  );
}

type Move = Awaited<ReturnType<typeof moveTo>>;
type Releases = { release: string; functions: number; live: number }[];
const listReleases = async (stage: Stage): Promise<Releases> =>
  JSON.parse(await stage.operate('bin/release.ts', ['list'], '')) as Releases;

/**
 * CloudFormation cannot create this type. It depends on all other resources, so they are changed before it.
 */
const IMPOSSIBLE = { Type: 'AWS::Rehearsal::Impossible', Properties: {} };

async function failUpdate({ report, merchant, stage, outputs }: Variants): Promise<void> {
  await report.step(
    'An update that fails is rolled back',
    async () => {
      await stage.synthesise({ pagesKeptMonths: '15' });
      addResource(stage, nameOf(STAGE), 'Impossible', IMPOSSIBLE);
      await assert.rejects(stage.deploy());
      await stillServes(merchant);
      await stage.synthesise();
      assert.equal((await stage.deploy())['PagesKeptMonths'], outputs['PagesKeptMonths']);
      await stillServes(merchant);
    },
    () => 'the stage serves throughout, and the next update succeeds',
  );
}

function addResource(stage: Stage, stack: string, id: string, resource: object): void {
  const file = join(stage.assembly, `${stack}.template.json`);
  const template = JSON.parse(readFileSync(file, 'utf8')) as { Resources: Record<string, object> };
  const after = Object.keys(template.Resources);
  template.Resources[id] = { ...resource, DependsOn: after };
  writeFileSync(file, JSON.stringify(template));
}

type Created = MerchantKeys & { keyId: string; usagePlan?: string };

async function createMerchant(stage: Stage, pos: AcquirerSettings): Promise<Created> {
  const options = ['create', '--name', 'Çiçekçi', '--pos', '-'];
  return JSON.parse(await stage.operate('bin/merchant.ts', options, JSON.stringify(pos))) as Created;
}

async function runSecondStage({ report, merchant, place, pos }: Variants): Promise<void> {
  const second = openStage(place, 'staging', { merchantRate: '0' });
  await report.step(
    'A second stage runs beside the first',
    async () => {
      await second.synthesise();
      const outputs = await second.deploy();
      const other = openMerchant(await createMerchant(second, pos), outputs, place.endpoint);
      const listed = (await other.call('GET', '/api/payment')) as { items: unknown[] };
      assert.deepEqual(listed.items, []);
      const foreign = { headers: { 'X-Api-Key': other.apiKey } };
      assert.equal((await merchant.request('GET', '/api/payment', foreign)).status, 401);
    },
    () => 'with data and keys of its own',
  );
  await report.step(
    'The second stage is destroyed',
    async () => {
      await second.destroy();
      await stillServes(merchant);
    },
    () => 'and the first serves',
  );
}

const role = (name: string) => `arn:aws:iam::${ACCOUNT}:role/${name}`;
/**
 * The options that production requires, without types that the emulator does not support: docs/rehearsal.md.
 */
const PRODUCTION: Words = {
  profile: 'small',
  roleArns: `operator=${role('payment-operator')},break-glass=${role('payment-break-glass')}`,
  apiDomain: 'api.example.com',
  payDomain: 'pay.example.com',
  certificateArn: `arn:aws:acm:${REGION}:${ACCOUNT}:certificate/both`,
  alarmTo: 'ops@example.com',
  firewall: 'false',
};

const merchantsNamed = async (stage: Stage, name: string): Promise<string[]> => {
  const found = await stage.operate('bin/merchant.ts', ['find', '--name', name], '');
  return (JSON.parse(found) as { merchantId: string }[]).map(({ merchantId }) => merchantId);
};

async function runProduction(context: Variants): Promise<void> {
  const { report, place, pos } = context;
  const live = openStage(place, 'live', PRODUCTION);
  const outputs = await report.step(
    'Production is deployed, and takes a merchant',
    async () => {
      await live.synthesise();
      const outputs = await live.deploy();
      assert.equal(outputs['BaseUrl'], 'https://api.example.com');
      const { merchantId, keyId, usagePlan } = await createMerchant(live, pos);
      assert.deepEqual(await merchantsNamed(live, 'çiçek'), [merchantId]);
      const options = ['revoke', '--merchant', merchantId, '--key', keyId, '--keep'];
      const revoked = JSON.parse(await live.operate('bin/merchant.ts', options, '')) as Partial<Created>;
      assert.deepEqual([usagePlan, revoked.usagePlan], ['added', 'removed']);
      return outputs;
    },
    () => 'the merchant is found by name, enters the usage plan and leaves it with its last key',
  );
  await report.step(
    'Production is not destroyed by accident',
    async () => {
      await assert.rejects(live.destroy());
      assert.equal((await merchantsNamed(live, 'çiçek')).length, 1);
    },
    () => 'cdk destroy fails, and the table has its rows',
  );
  await adopt(context, outputs);
}

/** Deploys a new stage with the restored table and the keys of a lost stage. */
async function adopt({ report, place }: Variants, kept: Outputs): Promise<void> {
  const tableName = await restoreTable({ report, place }, 'live');
  const words = { ...PRODUCTION, tableName, keyArns: keyArnsIn(kept) };
  const again = openStage(place, 'live-again', words);
  await report.step(
    'Another stage takes in this table and the keys',
    async () => {
      await again.synthesise();
      const outputs = await again.deploy();
      assert.equal(outputs['TableName'], tableName);
      const [merchantId = ''] = await merchantsNamed(again, 'çiçek');
      // Decrypts a value from before, and writes.
      const updated = await again.operate('bin/merchant.ts', ['issue', '--merchant', merchantId], '');
      assert.match((JSON.parse(updated) as { apiKey: string }).apiKey, /^psk_test_/);
    },
    () => 'the merchant is there, and gets a key',
  );
  await takeLease({ report, place }, again);
}
