// Measures the wait for the delivering function, and the failing webhooks. A delivery that waits for a
// merchant's server is no backlog of this service: it is due at its next try, or not due until its webhook
// works.
import { DAY_MS, SECOND_MS } from '#domain/time/duration.ts';
import { waitsSince } from '#domain/webhook/delivery.ts';
import type { DueWork } from '#store/webhook/delivery-due.ts';
import { loadFailingWebhooks } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';

/** Webhooks that have failed for longer are no news. */
const NEWS_MS = DAY_MS;

/** The instant since which the row waits. A replay that has begun does not wait: it is being worked on. */
function readySince(row: DueWork): string | undefined {
  switch (row.noun) {
    case 'delivery':
      return waitsSince(row.delivery);
    case 'webhook':
      return row.webhook.workAt;
    case 'replay':
      return row.replay.cursor === undefined ? row.replay.workAt : undefined;
    case 'unreadable':
      return undefined;
  }
}

/** The longest wait of these rows in milliseconds; 0 without rows. */
export const longestWaitMs = (rows: readonly DueWork[], nowMs: number): number =>
  Math.max(0, ...rows.flatMap((row) => readySince(row) ?? []).map((since) => nowMs - Date.parse(since)));

/**
 * `waitedMs`: undefined if a read failed, because the longest wait is then unknown. A run whose time is over
 * knows it all the same: each shard has its oldest rows first.
 */
export async function measureBacklog(waitedMs: number | undefined): Promise<void> {
  const wait = waitedMs === undefined ? {} : { DeliveryWait: Math.floor(waitedMs / SECOND_MS) };
  const values = { ...wait, ...(await countFailing()) };
  if (Object.keys(values).length > 0) measure(values, {});
}

async function countFailing() {
  try {
    const failing = await loadFailingWebhooks();
    const since = new Date(Date.now() - NEWS_MS).toISOString();
    const newly = failing.filter(({ failingSince = '' }) => failingSince > since);
    const merchants = new Set(newly.map(({ merchantId }) => merchantId));
    return { WebhooksFailing: failing.length, MerchantsFailing: merchants.size };
  } catch (error) {
    log('error', 'failing webhooks not counted', {}, error);
    return {};
  }
}
