// Types every `npm run` command of runbooks and of the pages of recovery and deployment, as it stands there,
// against a stage that CloudFormation describes. The rehearsal types those of the AWS CLI, and deploys by `cdk`.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SETTINGS } from '#setting.ts';
import { commandsOf, PAGES, type PageCommand } from '../docs/page-commands.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { startWithSilentBank } from '../harness/silent-bank.ts';
import { orderViews } from '../journeys/order.ts';
import { openBank } from '../rehearsal/simulated-bank.ts';
import { awsModel } from './aws-model.ts';
import { runCommandIn, spawnCommand } from './driver/command.ts';
import { operator, outputName } from './driver/operator.ts';

const COMMANDS = PAGES.flatMap(commandsOf);
const { harness, bank, waitForReviews } = await startWithSilentBank();
const { service, merchant, buyer, createPage } = harness;
const { paymentsOf } = orderViews(harness);
const refunds = refundDriver(harness);
const { outputs, stsUrl } = operator();
const aws = awsModel();
const settings = Object.fromEntries(SETTINGS.map((name) => [outputName(name), process.env[name] ?? '']));
for (const stage of ['production', 'live-standby']) aws.stacks.set(`payment-${stage}`, settings);
const posBank = await openBank();
afterAll(posBank.close);
const files = mkdtempSync(join(tmpdir(), 'page-commands-'));
const [posFile, ratesFile] = [join(files, 'pos.json'), join(files, 'rates.csv')];
writeFileSync(posFile, JSON.stringify(posBank.pos));
writeFileSync(ratesFile, 'ratePercent,blockedDays\n2,1\n');

/** Programs that other tests run as these pages have them, on an account that answers all that they ask. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm run preflight': 'test/lib/preflight/command.test.ts',
  'npm run preflight -- --key-policies FOLDER': 'test/lib/preflight/key-policies.test.ts',
  'npm run preflight -- -c stage=<stage>': 'test/lib/preflight/command.test.ts',
  'npm run smoke -- --stage production': 'test/lib/smoke/smoke.test.ts',
  'npm run smoke -- --stage <stage>': 'test/lib/smoke/smoke.test.ts',
  'npm run release -- back --stage <stage>': 'test/lib/release/release.test.ts',
  'npm run review -- ask --all --stage production': 'test/bin/review.test.ts',
  // It waits for a minute, until no function trusts the key any more.
  'npm run merchant -- revoke --merchant <merchantId> --key <keyId> --stage <stage>':
    'test/bin/revoked-key.test.ts',
  'npm run trial -- rehearsal': 'test/rehearsal/run.ts',
  'npm run trial -- rehearsal --all': 'test/rehearsal/run.ts',
};

/** What the stage of this test refuses by its state; the command's own test has one with a case for it. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'review adopt': /ADJUSTMENT_NOT_NAMED/,
  'review close': /no open difference/,
  'review free': /no locked card/,
  // Another page has recorded its resolution.
  'review ask --merchant <merchantId> --refund': /does not wait for a person/,
  'lease take': /has the lease|"validFrom"|There is no table payment-production/,
  // The stage has no simulated bank; the merchant is one of test already, at another bank.
  'merchant create --name Canary': /--pos is needed/,
  'merchant twin': /--pos is needed/,
  'merchant pos rotate': /To change the bank/,
};

const waiting = { payments: [] as string[], refund: '' };
beforeAll(async () => {
  const paid = await refunds.pay();
  for (let at = 0; at < 4; at += 1) {
    const { hostedPageUrl, orderNumber } = await createPage();
    service.bank.script(['lost-after']);
    await buyer.submit(await buyer.open(hostedPageUrl));
    const [payment] = await paymentsOf(orderNumber);
    waiting.payments.push(payment?.paymentReferenceNumber ?? '');
  }
  service.bank.script(['lost-after']);
  waiting.refund = (await refunds.partial(paid, 40)).json.data.refundId;
  bank.isSilent = true;
  await waitForReviews();
});

/** A word of a page, with what an operator puts in its place. */
function filled(word: string, isResolution: boolean): string {
  const [first = ''] = waiting.payments;
  const values: Record<string, () => string> = {
    '<stage>': () => 'production',
    '<merchantId>': () => merchant.merchantId,
    ID: () => merchant.merchantId,
    '<reference>': () => (isResolution ? waiting.payments.pop() : first) ?? '',
    '<refundId>': () => waiting.refund,
    '<cardId>': () => merchant.merchantId,
    '<posId>': () => merchant.merchantId,
    '<number>': () => '420000000042',
    'pos.json': () => posFile,
    'rates.csv': () => ratesFile,
    'outputs.json': () => outputs(),
  };
  return values[word]?.() ?? word.replaceAll(/[<>]/g, '');
}

/** The words as a shell gives them to the program. */
const wordsOf = (text: string) =>
  (text.match(/"[^"]*"|<[^>]*>|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));

it('every command of a page is one that this test, another or the rehearsal runs', () => {
  expect(COMMANDS.length).toBeGreaterThan(100);
  expect(COMMANDS.filter(({ program }) => program === undefined)).toEqual([]);
});

const cdk = COMMANDS.filter(({ program }) => program === 'cdk');
it.each([...new Set(cdk.map(({ text }) => /npx cdk (\S+)/.exec(text)?.[1] ?? ''))])(
  'the options of cdk %s on the pages are those of the CLI',
  async (verb) => {
    const { text: help } = await spawnCommand('node_modules/aws-cdk/bin/cdk', verb, '--help');
    const typed = cdk.filter(({ text }) => text.includes(`npx cdk ${verb}`));
    const options = new Set(typed.flatMap(({ text }) => text.match(/(?<= )--?[a-z-]+/g) ?? []));
    const known = new Set(help.match(/(?<=[\s,])--?[a-z-]+/g));
    expect([...options].filter((option) => !known.has(option))).toEqual([]);
  },
  60_000,
);

const isTyped = ({ program, text }: PageCommand) =>
  program === 'npm run' && / -- /.test(text) && ELSEWHERE[text] === undefined;
const own = COMMANDS.filter(isTyped);
it.each(own)(
  '$page: $text',
  async ({ text }: PageCommand) => {
    const words = wordsOf(text);
    const at = words.indexOf('run') + 1;
    const [program = '', ...rest] = words.slice(at).filter((word) => word !== '--');
    const isResolution = /approved|declined/.test(rest[0] ?? '');
    const args = rest.map((word) => filled(word, isResolution));
    const environment = { ...process.env, ...aws.environment(), AWS_ENDPOINT_URL_STS: stsUrl() };
    const { code, text: said } = await runCommandIn(environment, program, ...args);
    const refused = Object.entries(REFUSED).find(([words]) => text.includes(words.replace(' ', ' -- ')))?.[1];
    if (refused) expect(said).toMatch(refused);
    else expect([code, said]).toEqual([0, expect.anything()]);
  },
  60_000,
);
