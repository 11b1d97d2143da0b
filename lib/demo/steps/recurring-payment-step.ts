// A year of a monthly recurring payment from 31 January with one declined charge: due dates do not drift, and
// the declined charge is retried automatically.
import { DAY_MS } from '#domain/time/duration.ts';
import type { DemoCard } from './card-step.ts';
import type { Demo } from './demo.ts';
import { money } from './layout.ts';

type Transaction = {
  periodNumber: number;
  dueDate: string;
  attemptNumber: number;
  trigger: string;
  status: string;
  errorCode: string | null;
};

export async function showRecurringPayment(demo: Demo, stored: DemoCard): Promise<void> {
  const { call, control, print } = demo;
  demo.title('A year of a recurring payment, while the clock is moved');
  const now = Date.parse(String((await control('GET', '/clock'))['now']));
  const startDate = nextThirtyFirst(now);
  const recurring = await call('POST', '/api/RecurringPayment', {
    ...stored,
    subscriptionName: 'Coffee of the month',
    amount: 99.9,
    currency: 'TRY',
    frequency: 'monthly',
    startDate,
    maxPaymentCount: 12,
  });
  print(`Monthly from ${startDate}, twelve times. The third charge will be declined once.`);
  await control('POST', '/bank/script', { outcomes: ['approve', 'approve', 'decline:51'] });
  const clock = await control('POST', '/clock', {
    to: new Date(Date.parse(startDate) + 340 * DAY_MS).toISOString(),
  });
  print(`The clock moved to ${clock['now']}; ${clock['fired']} functions were invoked on the way.`);
  const path = `/api/RecurringPayment/${recurring['id']}`;
  const { items } = (await call('GET', `${path}/transactions?limit=50`)) as { items: Transaction[] };
  demo.table(
    items.reverse().map(({ periodNumber, dueDate, attemptNumber, trigger, status, errorCode }) => ({
      Period: periodNumber,
      Due: dueDate.slice(0, 10),
      Attempt: attemptNumber,
      Trigger: trigger,
      Outcome: errorCode === null ? status : `${status}: ${errorCode}`,
    })),
  );
  const { status, successfulPaymentCount, totalCollectedAmount } = await call('GET', path);
  demo.facts({
    Status: String(status),
    'Periods paid': Number(successfulPaymentCount),
    Collected: money(Number(totalCollectedAmount)),
  });
}

/** Noon in Istanbul on the next 31st. */
function nextThirtyFirst(nowMs: number): string {
  for (let day = nowMs + DAY_MS; ; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    if (date.endsWith('-31')) return `${date}T09:00:00.000Z`;
  }
}
