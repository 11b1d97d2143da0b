// A year of a monthly recurring payment from 31 January with one declined charge: due dates do not drift, and
// the declined charge is retried automatically.
import { DAY_MS } from '#domain/time/duration.ts';
import type { StoredForDemo } from './card-chapter.ts';
import type { Storyteller } from './storyteller.ts';

export async function tellRecurringPayment(story: Storyteller, stored: StoredForDemo): Promise<void> {
  const { call, lever, say } = story;
  story.chapter('A year of a recurring payment, while the clock is moved');
  const now = Date.parse(String((await lever('GET', '/clock'))['now']));
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
  say(`Monthly from ${startDate}, twelve times. The third charge will be declined once.`);
  await lever('POST', '/bank/script', { outcomes: ['approve', 'approve', 'decline:51'] });
  const moved = await lever('POST', '/clock', {
    to: new Date(Date.parse(startDate) + 340 * DAY_MS).toISOString(),
  });
  say(`The clock moved to ${moved['now']}; ${moved['fired']} functions were invoked on the way.`);
  const path = `/api/RecurringPayment/${recurring['id']}`;
  const { items } = (await call('GET', `${path}/transactions?limit=50`)) as {
    items: Record<string, unknown>[];
  };
  story.table(
    items
      .reverse()
      .map(
        ({ periodNumber, dueDate, attemptNumber, trigger, status, errorCode, paymentReferenceNumber }) => ({
          periodNumber,
          dueDate,
          attemptNumber,
          trigger,
          status,
          errorCode,
          paymentReferenceNumber,
        }),
      ),
  );
  const { status, successfulPaymentCount, totalCollectedAmount } = await call('GET', path);
  story.table([{ status, successfulPaymentCount, totalCollectedAmount }]);
}

/** Noon in Istanbul on the next 31st. */
function nextThirtyFirst(nowMs: number): string {
  for (let day = nowMs + DAY_MS; ; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    if (date.endsWith('-31')) return `${date}T09:00:00.000Z`;
  }
}
