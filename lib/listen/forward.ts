// Sends an event to a receiver on the developer's machine, signed like a webhook message. Unlike the service
// it calls any address, because the developer chose it.
import { setTimeout as wait } from 'node:timers/promises';
import { signatureHeaders } from '#webhook/sign.ts';
import type { FeedEvent } from './feed.ts';

type ForwardResult = { isDelivered: boolean; what: string };

type ForwardOptions = { url: string; secret: string; stopped: AbortSignal; pausesMs?: readonly number[] };

const ANSWER_TIMEOUT_MS = 15_000;
/** A receiver that is restarting usually answers at the third attempt. */
const PAUSES_MS = [1_000, 5_000];

/** Makes up to three attempts, all with the same `webhook-id`. */
export async function forward(event: FeedEvent, forwarding: ForwardOptions): Promise<ForwardResult> {
  const { stopped, pausesMs = PAUSES_MS } = forwarding;
  for (const pauseMs of pausesMs) {
    const outcome = await send(event, forwarding);
    if (outcome.isDelivered || stopped.aborted) return outcome;
    await wait(pauseMs, undefined, { signal: stopped }).catch(() => {});
  }
  return await send(event, forwarding);
}

async function send(event: FeedEvent, { url, secret }: ForwardOptions): Promise<ForwardResult> {
  const body = JSON.stringify(event);
  const startedMs = performance.now();
  const milliseconds = () => `${Math.round(performance.now() - startedMs)} ms`;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...signatureHeaders({ id: event.id, timestampSeconds: Math.floor(Date.now() / 1000), body }, [
          secret,
        ]),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return { isDelivered: response.ok, what: `${response.status}, ${milliseconds()}` };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { isDelivered: false, what: isLate ? 'no answer in 15 s' : `not reached, ${milliseconds()}` };
  }
}
