// `npm run cost`: the bill of a stage, by line and by month.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { givenOptions } from '../lib/cloud/given-options.ts';
import { billOf, totalOf } from '../lib/cost/bill.ts';
import { stageOf } from '../lib/cost/stage.ts';

const USAGE = `Usage: npm run cost -- [--payments 1000] [--months 12] [--stage NAME] [-c option=value ...]

Prints the bill of a stage in USD by line and by month, for so many payments in each month: on hosted pages,
with 3-D Secure, two events and one webhook. Takes the options of \`cdk deploy\`; the default is a sandbox.
Prices and assumptions are in docs/costs.md. Needs no network and no account.`;

const SHOWN_MONTHS = 12;

function numberOf(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least)
    throw new Error(`--${name}: ${text} is not a whole number from ${least}`);
  return number;
}

function main(): void {
  const { values } = parseArgs({
    options: {
      payments: { type: 'string', default: '1000' },
      months: { type: 'string', default: '12' },
      stage: { type: 'string', default: 'sandbox' },
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const payments = numberOf('payments', values.payments, 0);
  const months = numberOf('months', values.months, 1);
  const { context } = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')) as {
    context: Record<string, unknown>;
  };
  const size = payments > 0 ? { monthlyPayments: payments } : {};
  const stage = stageOf({ stage: values.stage, ...size, ...givenOptions(values.context) }, context);
  const all = Array.from({ length: months }, (_, at) => billOf(stage, payments, at + 1));
  const shown = all.map((bill, at) => ({ month: at + 1, bill })).slice(-SHOWN_MONTHS);
  const [first] = shown;
  if (first === undefined) return;
  const wide = Math.max(...Object.keys(first.bill).map((name) => name.length));
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(wide), ...cells.map((cell) => cell.padStart(10))].join(' ');
  const usd = (amount: number) => amount.toFixed(2);
  console.log(
    line(
      'USD in month',
      shown.map(({ month }) => String(month)),
    ),
  );
  for (const name of Object.keys(first.bill)) {
    const amounts = shown.map(({ bill }) => bill[name] ?? 0);
    if (amounts.some((amount) => amount >= 0.005)) console.log(line(name, amounts.map(usd)));
  }
  const totals = shown.map(({ bill }) => totalOf(bill));
  console.log(line('together', totals.map(usd)));
  if (payments > 0)
    console.log(
      line(
        'for each payment',
        totals.map((total) => (total / payments).toFixed(5)),
      ),
    );
  console.log(`All ${months} months: ${usd(all.reduce((sum, bill) => sum + totalOf(bill), 0))} USD.`);
}

try {
  main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 1;
}
