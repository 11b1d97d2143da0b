// Reads pages of the event feed (GET /api/event?order=oldest), and decides whether a failed read is retried.
import type { showEvent } from '#contract/event/event.ts';

/** An event as the API and webhooks show it. */
export type FeedEvent = ReturnType<typeof showEvent>;

type FeedAnswer =
  | { kind: 'page'; items: readonly FeedEvent[]; nextCursor: string }
  /** The service is unreachable or busy. */
  | { kind: 'later'; why: string; afterMs: number }
  /** The cursor belongs to another merchant or a deleted data folder, or is older than what is kept. */
  | { kind: 'lost' };

export type Service = { url: string; apiKey: string };

/** The key is wrong or may not read events: no later attempt succeeds. */
class ListenError extends Error {}

const PAGE_LIMIT = 100;
const ANSWER_TIMEOUT_MS = 15_000;
const AGAIN_AFTER_MS = 5_000;

type FeedEnvelope = {
  message?: string;
  errorCode?: string | null;
  data?: { items: FeedEvent[]; nextCursor: string };
};

export async function readFeed(
  { url, apiKey }: Service,
  cursor: string | undefined,
  stopped: AbortSignal,
): Promise<FeedAnswer> {
  const query = new URLSearchParams({
    order: 'oldest',
    limit: String(PAGE_LIMIT),
    ...(cursor && { cursor }),
  });
  try {
    const response = await fetch(`${url}/api/event?${query}`, {
      headers: { 'X-Api-Key': apiKey, 'Accept-Language': 'en' },
      signal: AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    return pageOf(response, (await response.json()) as FeedEnvelope);
  } catch (error) {
    if (error instanceof ListenError) throw error;
    return { kind: 'later', why: `No service answers at ${url}`, afterMs: AGAIN_AFTER_MS };
  }
}

function pageOf({ status, headers }: Response, { data, errorCode, message = '' }: FeedEnvelope): FeedAnswer {
  if (status === 200 && data !== undefined) return { kind: 'page', ...data };
  if (errorCode === 'CURSOR_INVALID' || errorCode === 'CURSOR_EXPIRED') return { kind: 'lost' };
  if (status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after'));
    return { kind: 'later', why: `The service answers ${status}`, afterMs: seconds * 1000 || AGAIN_AFTER_MS };
  }
  throw new ListenError(`The service refuses to show events: ${errorCode ?? status} ${message}`.trim());
}
