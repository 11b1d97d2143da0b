// POST /api/webhook/{id}/replay: sends an event, or the events of a time span, again, behind new events, one
// replay of a webhook at a time.
import { randomBytes } from 'node:crypto';
import { type ReplayedSpan, replayBody } from '#contract/event/webhook.ts';
import { showReplay } from '#contract/event/webhook-answer.ts';
import { CREATED_WEBHOOK_NAMES } from '#contract/field/answer-names.ts';
import { makeUuid } from '#domain/id.ts';
import { Rejection } from '#domain/rejection.ts';
import { isoOf } from '#domain/time/duration.ts';
import type { Replay } from '#domain/webhook/replay.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { requireWebhook } from '#flows/webhook/webhook-lookup.ts';
import type { Caller } from '#http/caller.ts';
import { endpoint } from '#http/endpoint.ts';
import { requireReads } from '#http/event-rights.ts';
import { loadKeptEvent } from '#store/event/event.ts';
import { writeNewReplay } from '#store/webhook/replay.ts';
import { replayTurn } from '#store/webhook/turn.ts';

const BEGUN = { tr: 'Olaylar yeniden gönderilecek.', en: 'The events will be sent again.' };
const BEGUN_LATER = {
  tr: 'Webhook yanıt vermiyor: olaylar, o yeniden 2xx ile yanıtlayınca gönderilecek.',
  en: 'The webhook is failing: the events will be sent once it answers 2xx again.',
};
const HELD_UP = {
  tr:
    'Süren yeniden gönderim, webhook başarısız olduğu için bekliyor. Adresini onarın; 2xx ile yanıtlayınca olaylar' +
    ' kendiliğinden gönderilir. `POST /api/webhook/{id}/test` onu dener.',
  en:
    'The replay that runs waits because the webhook is failing. Repair its address: once it answers 2xx, the events are' +
    ' sent by themselves. `POST /api/webhook/{id}/test` tries it.',
};

export const handler = endpoint(
  { scope: 'events', body: ({ timeZone }) => replayBody(timeZone), answer: CREATED_WEBHOOK_NAMES },
  async ({ caller, path, body, now, commit }) => {
    const { merchantId } = caller;
    const webhook = await requireWebhook(merchantId, path['id']);
    const { state } = webhook;
    if (state === 'Disabled') throw new Rejection('WEBHOOK_DISABLED', { state });
    if (!('eventId' in body)) requireReads(caller, body.eventTypes ?? webhook.eventTypes);
    const wanted = 'eventId' in body ? await oneEvent(caller, webhook, body.eventId, now) : spanOf(body, now);
    const id = makeUuid(now.getTime(), randomBytes);
    const turn = await replayTurn({ merchantId, webhookId: webhook.id }, id, now);
    if (turn === undefined) throw busy(webhook);
    const replay: Replay = {
      id,
      merchantId,
      webhookId: webhook.id,
      ...wanted,
      createdAt: now.toISOString(),
      found: 0,
      workAt: now.toISOString(),
    };
    const answer = {
      status: 202 as const,
      message: state === 'Failing' ? BEGUN_LATER : BEGUN,
      data: showReplay(replay),
    };
    const result = await commit([writeNewReplay(replay), turn], answer);
    // Of replays that are asked for at the same moment, one begins.
    if (result.kind === 'conflict') throw busy(webhook);
    return answer;
  },
);

/** A replay to a failing webhook lasts until that answers again. */
const busy = ({ state }: Webhook): Rejection =>
  state === 'Failing' ? new Rejection('WEBHOOK_BUSY').advising(HELD_UP) : new Rejection('WEBHOOK_BUSY');

type ReplayChoice = Pick<Replay, 'from' | 'to' | 'eventId' | 'eventTypes'>;

function spanOf({ from, to, eventTypes }: ReplayedSpan, now: Date): ReplayChoice {
  const until = Math.min(to ?? now.getTime(), now.getTime());
  return { from: isoOf(from), to: isoOf(until), ...(eventTypes && { eventTypes: [...eventTypes] }) };
}

/** Throws EVENT_NOT_FOUND, also for an event of the webhook itself, which it is never sent (events.md 1.8). */
async function oneEvent(
  caller: Caller,
  { merchantId, id }: Webhook,
  eventId: string,
  now: Date,
): Promise<ReplayChoice> {
  const event = await loadKeptEvent(merchantId, eventId, now);
  if (event === undefined || event.objectId === id) throw new Rejection('EVENT_NOT_FOUND').at('eventId');
  requireReads(caller, [event.type]);
  return { from: event.createdAt, to: event.createdAt, eventId };
}
