// The bill of docs/costs.md: what each stage costs without a call, counted in its synthesised templates, and
// the whole bill at three sizes.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Bill,
  billOf,
  LEAST_USD,
  roundedUsd,
  type Stage,
  titleOf,
  totalOf,
} from '../../../lib/cost/bill.ts';
import { PRICES } from '../../../lib/cost/prices.ts';
import { type StageOptions, stageOf } from '../../../lib/cost/stage.ts';
import { runCommand } from '../../bin/driver/command.ts';
import { expectTable } from '../../harness/cost-table.ts';

const cdkJson = readFileSync(new URL('../../../cdk.json', import.meta.url), 'utf8');
const deploy = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8');
const deployOptions = readFileSync(new URL('../../../docs/deploy-options.md', import.meta.url), 'utf8');
const { context } = JSON.parse(cdkJson) as { context: StageOptions };
const CANARY = { canary: `01a1f82f-2105-72d8-8805-b88479ff637a:psk_test_${'a'.repeat(24)}` };
const production = (profile: string, options: StageOptions = {}) =>
  stageOf({ profile, ...CANARY, ...options }, context);
const sandbox = stageOf({ stage: 'sandbox' }, context);
const [SMALL, LARGE] = [production('small'), production('production')];
const SMALL_FIXED = production('small', { fixedEgress: 'true' });
/** Without a network of their own. */
const SMALL_OPEN = production('small', { fixedEgress: 'false' });
const LARGE_OPEN = production('production', { fixedEgress: 'false' });
const STAGES: Readonly<Record<string, Stage>> = {
  Sandbox: sandbox,
  Small: SMALL,
  'small, fixed address only': SMALL_FIXED,
  'small, neither': SMALL_OPEN,
  Production: LARGE,
  'production, neither': LARGE_OPEN,
};
/** From here on docs/deploy-options.md advises the profile `production`. */
const LARGE_FROM = 300_000;
const usd = (amount: number) => (amount < LEAST_USD ? '' : roundedUsd(amount));

/** The lines that any of the bills has, each with its amounts, and the sums. */
function tableOf(heads: readonly string[], bills: readonly Bill[], more: readonly string[] = []): string {
  const names = [...new Set(bills.flatMap((bill) => Object.keys(bill)))];
  const rows = names.flatMap((name) => {
    const cells = bills.map((bill) => usd(bill[name] ?? 0));
    return cells.every((cell) => cell === '') ? [] : [`| ${[titleOf(name), ...cells].join(' | ')} |`];
  });
  return [
    `| USD in a month | ${heads.join(' | ')} |`,
    `|---|${heads.map(() => '--:').join('|')}|`,
    ...rows,
    `| **together** | ${bills.map((bill) => `**${usd(totalOf(bill))}**`).join(' | ')} |`,
    ...more,
  ].join('\n');
}

const nothing = (stage: Stage) => billOf(stage, 0, 1);

it('docs/costs.md has what each stage costs without a call', () => {
  expectTable(
    'A month in which nothing happens',
    tableOf(Object.keys(STAGES), Object.values(STAGES).map(nothing)),
  );
});

const SIZES = {
  '1,000': 1_000,
  '30,000': 30_000,
  '1,000,000': 1_000_000,
  '100,000,000': 100_000_000,
} as const;

it('docs/costs.md has the whole bill of the twelfth month', () => {
  const sizes = Object.values(SIZES);
  const of = (small: Stage, large: Stage) =>
    sizes.map((payments) => billOf(payments < LARGE_FROM ? small : large, payments, 12));
  const bills = of(SMALL, LARGE);
  const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(' | ')} |`;
  const centsOf = (all: readonly Bill[]) =>
    sizes.map((payments, at) => String(Number(((100 * totalOf(all[at] ?? {})) / payments).toPrecision(2))));
  const shares = bills.map((bill) => ((100 * (bill['backups'] ?? 0)) / totalOf(bill)).toFixed(0));
  expectTable(
    'The whole bill',
    tableOf(Object.keys(SIZES), bills, [
      row('US cents for each payment', centsOf(bills)),
      row('without a network of its own', centsOf(of(SMALL_OPEN, LARGE_OPEN))),
      row('backups, % of all', shares),
    ]),
  );
});

describe('npm run cost', () => {
  const billShown = async (...options: string[]) =>
    (await runCommand('cost', '--payments', '100000', '--months', '1', ...options)).text;

  it('prices the network that docs/deploy.md gives a stage, unless another one is chosen', async () => {
    expect(deploy).toContain('"bankHosts":');
    for (const stage of ['production', 'small']) {
      const given = ['--stage', stage, '-c', `profile=${stage}`];
      expect(await billShown(...given)).toContain(PRICES.gateway.of);
      expect(await billShown(...given, '-c', 'fixedEgress=false')).not.toContain('NAT');
    }
    expect(await billShown('--stage', 'sandbox')).not.toContain('NAT');
  });

  it('rounds what rests on prices that are not known to the cent, and names prices that nobody looked up', async () => {
    const text = await billShown('--stage', 'production');
    expect(text).toMatch(/^together +\d+$/m);
    expect(text).toMatch(/^backups \* /m);
    expect(text).toMatch(/^\* .*not looked up/m);
    expect(text.match(/^(?!for each).* \d+\.\d{2,}$/gm)).toBeNull();
  });
});

it('the bill stays within its aims', () => {
  const standing = (name: string) => totalOf(nothing(STAGES[name] ?? sandbox));
  expect(standing('Sandbox')).toBeLessThanOrEqual(15);
  expect(standing('small, fixed address only')).toBeLessThanOrEqual(45);
  const small = billOf(SMALL_OPEN, 1_000, 12);
  expect(totalOf(small) / 1_000).toBeLessThanOrEqual(0.05);
  const shareOf = (stage: Stage, month: number) => {
    const bill = billOf(stage, 100_000_000, month);
    return (bill['backups'] ?? Infinity) / totalOf(bill);
  };
  // With the movements of the day's book, which are kept as long as their payments.
  expect(shareOf(LARGE, 12)).toBeLessThanOrEqual(0.16);
  expect(deployOptions).toContain(`${(100 * shareOf(LARGE, 36)).toFixed(0)} % in the`);
});

describe('the model of the bill', () => {
  const of = (payments: number, month: number) => billOf(sandbox, payments, month);

  it('what is charged by use grows with the payments, and what is kept with the months', () => {
    const [one, ten] = [of(1_000_000, 1), of(10_000_000, 1)];
    for (const name of ['API Gateway', 'Lambda', 'DynamoDB, units', 'DynamoDB, rows and indexes']) {
      expect((ten[name] ?? 0) / (one[name] ?? 1), name).toBeCloseTo(10, 5);
    }
    const later = of(1_000_000, 2);
    expect(later['API Gateway']).toBe(one['API Gateway']);
    expect((later['DynamoDB, rows and indexes'] ?? 0) / (one['DynamoDB, rows and indexes'] ?? 1)).toBeCloseTo(
      2,
      5,
    );
  });

  it('pages are kept for their months, events for three, and payments for ever', () => {
    const grows = (month: number) =>
      (of(1e6, month + 1)['DynamoDB, rows and indexes'] ?? 0) -
      (of(1e6, month)['DynamoDB, rows and indexes'] ?? 0);
    const [first, fourth, fourteenth] = [grows(1), grows(4), grows(14)];
    expect(fourth).toBeLessThan(first);
    expect(fourteenth).toBeLessThan(fourth);
    expect(fourteenth).toBeGreaterThan(0);
  });

  it('a million payments cost what their calls cost by the prices of a million calls', () => {
    const bill = of(1_000_000, 1);
    expect(bill['API Gateway']).toBeCloseTo(6 * 3.7, 2);
  });
});

it('a sandbox has no resource that is charged by the hour', () => {
  const { firewall, gateway, publicAddress } = sandbox.standing;
  expect([firewall, gateway, publicAddress]).toEqual([0, 0, 0]);
});
