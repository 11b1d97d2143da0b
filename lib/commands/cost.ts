// `npm run cost`: the bill of a stage, by line and by month.
import { readFileSync } from 'node:fs';
import { givenOptions } from '../cloud/given-options.ts';
import { billOf, LEAST_USD, roundedUsd, titleOf, totalOf } from '../cost/bill.ts';
import { stageOf } from '../cost/stage.ts';
import { UsageError } from '../operator/service-choice.ts';
import { command, type Program } from './command.ts';

const SHOWN_MONTHS = 12;

function numberOf(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least)
    throw new UsageError(`--${name}: ${text} is not a whole number from ${least}`);
  return number;
}

type BillOptions = { payments: number; months: number; stage: string; contextOptions: readonly string[] };

function printBill({ payments, months, stage: name, contextOptions }: BillOptions): void {
  const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
    context: Record<string, unknown>;
  };
  const stage = stageOf({ stage: name, ...givenOptions(contextOptions) }, context);
  const all = Array.from({ length: months }, (_, at) => billOf(stage, payments, at + 1));
  const shown = all.map((bill, at) => ({ month: at + 1, bill })).slice(-SHOWN_MONTHS);
  const [first] = shown;
  if (first === undefined) return;
  const wide = Math.max(...Object.keys(first.bill).map((name) => titleOf(name).length));
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(wide), ...cells.map((cell) => cell.padStart(10))].join(' ');
  console.log(
    line(
      'USD in month',
      shown.map(({ month }) => String(month)),
    ),
  );
  for (const name of Object.keys(first.bill)) {
    const amounts = shown.map(({ bill }) => bill[name] ?? 0);
    if (amounts.some((amount) => amount >= LEAST_USD))
      console.log(line(titleOf(name), amounts.map(roundedUsd)));
  }
  const totals = shown.map(({ bill }) => totalOf(bill));
  console.log(line('together', totals.map(roundedUsd)));
  if (payments > 0)
    console.log(
      line(
        'for each payment',
        totals.map((total) => String(Number((total / payments).toPrecision(2)))),
      ),
    );
  const sum = all.reduce((so, bill) => so + totalOf(bill), 0);
  console.log(`All ${months} months: about ${roundedUsd(sum)} USD.`);
  console.log('* A price that was not looked up: see docs/costs.md.');
}

export const COST: Program = {
  name: 'cost',
  does: 'Prints the bill of a stage by line and by month, without an account.',
  isOfService: false,
  commands: {
    '': command({
      does:
        'Prints the bill of a stage, by default of a sandbox, in USD by line and by month, for so many ' +
        'payments in each month: on hosted pages, with 3-D Secure, two events and one webhook. Takes ' +
        'the options of `cdk deploy`; a stage that is no sandbox has the network of docs/deploy.md unless ' +
        'bankHosts or fixedEgress chooses one. Prices and assumptions are in docs/costs.md. Needs no network and ' +
        'no account.',
      takes: ['payments', 'months', 'stage', 'context'],
      reads: [],
      writes: [],
      recorded: 'never',
      run: async ({ payments, months, stage = 'sandbox', context: contextOptions = [] }) =>
        printBill({
          payments: numberOf('payments', payments, 0),
          months: numberOf('months', months, 1),
          stage,
          contextOptions,
        }),
    }),
  },
};
