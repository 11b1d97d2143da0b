// Compares the periods that GET returns with the attempts, with the requested changes, and with the owed
// amounts; and closed pages with their acknowledgement.
import { minorOf, sumOf } from '../../books/compare.ts';
import type { Books, MerchantBooks, PeriodRow } from '../books.ts';
import { isSuccess, type Sent } from '../journal.ts';

type Plan = MerchantBooks['plans'][number];

export function auditCollections({ merchants, sent }: Books): string[] {
  const accepted = sent.filter(({ promised }) => promised !== undefined && isSuccess(promised));
  const waived = new Set(accepted.map(({ path }) => WAIVE.exec(path)?.slice(1).join('/')));
  const mayBeWaived = new Set(sent.map(({ path }) => WAIVE.exec(path)?.slice(1).join('/')));
  return merchants.flatMap(({ plans, closedPages }) => [
    ...plans.flatMap((plan) => {
      const amounts = amountsOf(plan, sent);
      return [
        ...listViolations(plan),
        ...owedViolations(plan),
        ...plan.periods.flatMap((period) => [
          ...paidViolations(plan, period),
          ...waiveViolations(period, waived.has(`${plan.id}/${period.periodNumber}`)),
          ...(period.state === 'Waived' && !mayBeWaived.has(`${plan.id}/${period.periodNumber}`)
            ? [`nobody waived period ${period.periodNumber}`]
            : []),
          ...(period.periodNumber === 0 || amounts.has(minorOf(period.amount))
            ? []
            : [`period ${period.periodNumber} costs ${period.amount}, which nobody asked for`]),
        ]),
      ].map((violation) => `recurring payment ${plan.id} (${plan.subscriptionName}): ${violation}`);
    }),
    ...closedPages
      .filter(({ state }) => state !== 'Closed')
      .map(({ path, state }) => `${path} was acknowledged as closed, and is ${state}`),
  ]);
}

const WAIVE = /^\/api\/RecurringPayment\/([^/]+)\/periods\/(\d+)\/waive$/;

/** Each period that has begun must be listed once, without a gap. */
function listViolations({ periods }: Plan): string[] {
  const numbers = periods.map(({ periodNumber }) => periodNumber);
  const newest = numbers[0] ?? 0;
  const isWhole = numbers.every((number, at) => number === newest - at);
  return isWhole ? [] : [`its periods are [${numbers.join()}]`];
}

/** A period must be Paid exactly if one attempt has succeeded, with the same payment and amount. */
function paidViolations({ attempts }: Plan, { periodNumber, amount, state, ...period }: PeriodRow): string[] {
  const own = attempts.filter((one) => one.periodNumber === periodNumber);
  const paying = own.filter(({ status }) => status === 'Succeeded');
  const other = own.filter((one) => minorOf(one.amount) !== minorOf(amount));
  const isTrue =
    state === 'Paid'
      ? paying.length === 1 && paying[0]?.paymentReferenceNumber === period.paymentReferenceNumber
      : paying.length === 0;
  return [
    ...(isTrue ? [] : [`period ${periodNumber} is ${state}, ${paying.length} attempts succeeded`]),
    ...other.map((one) => `an attempt of period ${periodNumber} took ${one.amount}, not ${amount}`),
  ];
}

const waiveViolations = ({ periodNumber, state }: PeriodRow, isWaived: boolean): string[] =>
  isWaived && state !== 'Waived' ? [`period ${periodNumber} was waived, and is ${state}`] : [];

/**
 * The owed amount is the sum of failed and missed periods, and of the open period whose charge failed last
 * (recurring-payments.md R33). Other open periods may count or not: a period whose charge is requested counts
 * as before the request, and a period that waits for the card's limit of attempts does not count yet.
 */
function owedViolations({ periods, status, currentPeriodNumber, uncollectedAmount }: Plan): string[] {
  const isOwed = ({ state, periodNumber }: PeriodRow) =>
    ['Failed', 'Missed'].includes(state) ||
    (state === 'Open' && ['PastDue', 'Unpaid'].includes(status) && periodNumber === currentPeriodNumber);
  const amounts = (rows: readonly PeriodRow[]) => rows.map(({ amount }) => amount);
  const owed = sumOf(amounts(periods.filter(isOwed)));
  const mayBeOwed = periods.filter((period) => period.state === 'Open' && !isOwed(period));
  let sums = [owed];
  for (const { amount } of mayBeOwed) sums = [...sums, ...sums.map((sum) => sum + minorOf(amount))];
  return sums.includes(minorOf(uncollectedAmount))
    ? []
    : [`${uncollectedAmount} is not collected, not ${owed} minor units`];
}

/** Every amount that a call set for the plan, at its creation or later. */
function amountsOf(plan: Plan, sent: readonly Sent[]): ReadonlySet<number> {
  const own = sent.filter(
    ({ path, body }) =>
      path === `/api/RecurringPayment/${plan.id}` ||
      (path === '/api/RecurringPayment' && body.includes(`"${plan.subscriptionName}"`)),
  );
  return new Set(own.map(({ body }) => minorOf(Number((JSON.parse(body) as { amount?: number }).amount))));
}
