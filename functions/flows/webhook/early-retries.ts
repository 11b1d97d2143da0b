// Probes failing webhooks before their timetable does, which after hours of an outage of ours would be hours
// later: by the command of an operator, or because another webhook of the same outage works again. The probes
// are spread over time, so that neither our network nor a common host gets all of them at once.
import { isoOf, MINUTE_MS, SECOND_MS } from '#domain/time/duration.ts';
import { retriedEarlier, type Webhook } from '#domain/webhook/webhook.ts';
import { changeWebhook, loadFailingWebhooks } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { inPool } from '../pool.ts';

const PROBES_A_SECOND = 10;
/** Writes at the same time. */
const AT_ONCE = 10;
/** Webhooks of several merchants that began to fail within this time of each other share an outage. */
const TOGETHER_MS = 15 * MINUTE_MS;
const MERCHANTS_AT_LEAST = 5;
/** A probe that is due so soon is left alone: one recovery after another does not push it forward again. */
const SOON_MS = 5 * MINUTE_MS;

/** Returns how many probes were hastened. `isMeant`: default all failing webhooks. */
export async function retryFailing(
  nowMs: number,
  isMeant: (webhook: Webhook) => boolean = () => true,
): Promise<number> {
  return await spread((await loadFailingWebhooks()).filter(isMeant), nowMs);
}

async function spread(failing: readonly Webhook[], nowMs: number): Promise<number> {
  const soon = isoOf(nowMs + SOON_MS);
  const late = failing.filter(({ nextProbeAt = '' }) => nextProbeAt > soon);
  await inPool(late.entries(), AT_ONCE, async ([at, webhook]) => {
    const dueMs = nowMs + (at / PROBES_A_SECOND) * SECOND_MS;
    await changeWebhook(webhook, (now) => retriedEarlier(now, dueMs));
  });
  return late.length;
}

/** Never throws: the webhook that works again gets its events. */
export async function retryOthersOf(
  { merchantId, id, failingSince = '' }: Webhook,
  nowMs: number,
): Promise<void> {
  try {
    const sinceMs = Date.parse(failingSince);
    const isTogether = (one: Webhook) =>
      Math.abs(Date.parse(one.failingSince ?? '') - sinceMs) <= TOGETHER_MS;
    const failing = (await loadFailingWebhooks()).filter((one) => one.id !== id && isTogether(one));
    const merchants = new Set([merchantId, ...failing.map((one) => one.merchantId)]);
    if (merchants.size < MERCHANTS_AT_LEAST) return;
    const hastened = await spread(failing, nowMs);
    if (hastened > 0) log('info', 'probes hastened', { merchantId, webhookId: id, found: hastened });
  } catch (error) {
    log('error', 'probes not hastened', { merchantId, webhookId: id }, error);
  }
}
