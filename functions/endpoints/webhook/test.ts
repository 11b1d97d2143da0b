// POST /api/webhook/{id}/test: sends `webhook.test` now, and returns the receiver's response.

import { randomBytes } from 'node:crypto';
import { showWebhookTest } from '#contract/event/delivery.ts';
import { showWebhook } from '#contract/event/webhook-answer.ts';
import { CREATED_WEBHOOK_NAMES } from '#contract/field/answer-names.ts';
import { WEBHOOK_TEST_SECONDS } from '#domain/limits.ts';
import { Rejection } from '#domain/rejection.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { presentSecret } from '#domain/webhook/webhook.ts';
import { isAccepted, noteOutcome, sendMessage, shownAnswer } from '#flows/webhook/call.ts';
import { requireWebhook } from '#flows/webhook/webhook-lookup.ts';
import { endpoint } from '#http/endpoint.ts';
import { requireReads } from '#http/event-rights.ts';
import { clockAheadMs, hasLocalReceivers } from '#setting.ts';
import { takeTestTurn } from '#store/webhook/turn.ts';

/** The caller waits for it, and each wait holds an execution that pages could use (events.md 4.5). */
const TEST_TIMEOUT_MS = WEBHOOK_TEST_SECONDS * SECOND_MS;

const TESTED = { tr: 'Deneme olayı gönderildi.', en: 'The test event was sent.' };

export const handler = endpoint(
  { scope: 'events', answer: CREATED_WEBHOOK_NAMES },
  async ({ caller, path, now }) => {
    const webhook = await requireWebhook(caller.merchantId, path['id']);
    requireReads(caller, webhook.eventTypes);
    if (presentSecret(webhook) === undefined) throw new Rejection('WEBHOOK_SECRET_ENDED');
    const id = `evt_${randomBytes(16).toString('base64url')}`;
    const event = {
      id,
      type: 'webhook.test',
      createdAt: now.toISOString(),
      mode: caller.mode,
      objectType: 'Webhook',
      objectId: webhook.id,
      sequence: 0,
      data: { object: showWebhook(webhook), previous: {} },
    };
    const endTurn = await takeTestTurn({ merchantId: caller.merchantId, webhookId: webhook.id }, now);
    if (endTurn === undefined) throw new Rejection('WEBHOOK_BUSY');
    const limits = {
      allowsLocalhost: hasLocalReceivers(),
      aheadMs: clockAheadMs(),
      totalTimeoutMs: TEST_TIMEOUT_MS,
    };
    const posted = await sendMessage(webhook, { id, body: JSON.stringify(event) }, limits);
    await endTurn();
    // A failed test changes nothing. A successful one ends the wait for the next probe.
    if (isAccepted(posted)) await noteOutcome(webhook, posted);
    const shown = { ...posted, answer: shownAnswer(posted) };
    return { message: TESTED, data: showWebhookTest(shown, isAccepted(posted)) };
  },
);
