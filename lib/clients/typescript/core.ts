// The transport of the client: typed calls, repeated under one Idempotency-Key until an answer is known,
// lists page by page, and the feed from a saved cursor. No dependencies: `npm run make -- clients` packs it
// with the operations and types that it makes of the OpenAPI document.

export type ClientOptions = {
  apiKey: string;
  /** The address of the API, like https://api.example.com. */
  baseUrl: string;
  /** The language of messages and advice; default: Turkish. */
  language?: 'tr' | 'en';
  /** How often a call is repeated whose answer is lost, or that may pass later; default 5. */
  maxRetries?: number;
  /** How long one try waits for its answer; default 40 seconds. */
  timeoutMs?: number;
  /** Replaces the global `fetch`. */
  fetch?: (url: string, request: RequestInit) => Promise<Response>;
};

export type CallOptions = {
  /** Default: a new one for each call. With one that you keep, a killed program can make the call again. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

type Answer<Data> = { success: boolean; message: string; data: Data; errorCode: string | null };
type Facts = { requestId: string; retryable: boolean; docUrl: string; advice: string };

/** A call that was refused. `is` tells the code, and with it the type of the facts in `refused`. */
export class PaymentServiceError<
  Refusals extends Record<string, object> = Record<string, object>,
  Code extends keyof Refusals = keyof Refusals,
> extends Error {
  override readonly name = 'PaymentServiceError';
  readonly code: Code;
  readonly status: number;
  /** The facts of the refusal: advice, wrong fields, limits, sums. */
  readonly refused: Refusals[Code] & Facts;

  constructor(status: number, { message, errorCode, data }: Answer<Facts>) {
    super(`${errorCode}: ${message}`);
    this.status = status;
    this.code = errorCode as Code;
    this.refused = data as Refusals[Code] & Facts;
  }

  is<Wanted extends Code>(code: Wanted): this is PaymentServiceError<Refusals, Wanted> {
    return this.code === code;
  }
}

/**
 * No answer came, however often the call was made: what it did is not known. The same call with this
 * `idempotencyKey` returns the answer of the first one, and has no second effect.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly idempotencyKey: string | undefined;

  constructor(call: string, idempotencyKey: string | undefined, cause: unknown) {
    super(`${call}: no answer`, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

export type Page<Item> = { items: Item[]; nextCursor: string | null };
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;
export type FeedOptions = {
  /** Waits for later events when there are no more; otherwise the feed ends there. */
  follow?: boolean;
  /** The pause before it looks again; default two seconds. */
  pauseMs?: number;
  signal?: AbortSignal;
};

type CallContent = CallOptions & { body?: object; query?: Query | undefined };
export type Core = {
  call<Data>(method: string, path: string, sent?: CallContent): Promise<Data>;
  all<Item>(path: string, query?: Query): AsyncGenerator<Item>;
  feed<Event>(cursor?: string, options?: FeedOptions): AsyncGenerator<{ events: Event[]; cursor: string }>;
};

const SECOND_MS = 1000;
const MOST_WAIT_MS = 60 * SECOND_MS;
const PAGE = 100;
const FEED = '/api/event';

export function openCore(options: ClientOptions): Core {
  const { maxRetries = 5 } = options;

  async function call<Data>(method: string, path: string, sent: CallContent = {}): Promise<Data> {
    const { idempotencyKey, signal } = sent;
    const key = method === 'GET' ? undefined : (idempotencyKey ?? crypto.randomUUID());
    let lost: unknown;
    for (let tried = 0; ; tried += 1) {
      let waitMs = backoffMs(tried);
      try {
        const response = await send(options, method, path, sent, key);
        const answer = await answerOf(response);
        if (answer?.success) return answer.data as Data;
        waitMs = retryAfterMs(response) ?? waitMs;
        const isOver = answer !== undefined && !(mayPass(response.status, answer) && waitMs <= MOST_WAIT_MS);
        if (isOver) throw new PaymentServiceError(response.status, answer);
        lost =
          answer === undefined
            ? `status ${response.status}`
            : new PaymentServiceError(response.status, answer);
      } catch (error) {
        if (error instanceof PaymentServiceError || signal?.aborted) throw error;
        lost = error;
      }
      if (tried >= maxRetries) {
        throw lost instanceof PaymentServiceError ? lost : new NoAnswerError(`${method} ${path}`, key, lost);
      }
      await pause(Math.min(waitMs, MOST_WAIT_MS), signal);
    }
  }

  async function* all<Item>(path: string, query: Query = {}): AsyncGenerator<Item> {
    let cursor: string | null | undefined;
    do {
      const asked = { limit: PAGE, ...query, ...(cursor && { cursor }) };
      const page: Page<Item> = await call('GET', path, { query: asked });
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  async function* feed<Event>(
    from?: string,
    { follow = false, pauseMs = 2 * SECOND_MS, signal }: FeedOptions = {},
  ): AsyncGenerator<{ events: Event[]; cursor: string }> {
    let cursor = from;
    while (!signal?.aborted) {
      const query = { order: 'oldest', limit: PAGE, cursor };
      const page: Page<Event> = await call('GET', FEED, { query, ...(signal && { signal }) });
      cursor = String(page.nextCursor);
      if (page.items.length > 0) yield { events: page.items, cursor };
      else if (!follow) return;
      else await pause(pauseMs, signal).catch(() => {});
    }
  }

  return { call, all, feed };
}

async function send(
  { apiKey, baseUrl, language, timeoutMs = 40 * SECOND_MS, fetch = globalThis.fetch }: ClientOptions,
  method: string,
  path: string,
  { body, query = {}, signal }: CallContent,
  key: string | undefined,
): Promise<Response> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  return await fetch(`${baseUrl.replace(/\/+$/, '')}${path}${queryOf(query)}`, {
    method,
    headers: {
      'X-Api-Key': apiKey,
      ...(language && { 'Accept-Language': language }),
      ...(key && { 'Idempotency-Key': key }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.any(signals),
    // The key is for this address alone.
    redirect: 'error',
  });
}

/** Undefined if the answer is none of the service, such as that of a proxy. */
async function answerOf(response: Response): Promise<Answer<Facts> | undefined> {
  const text = await response.text();
  try {
    const answer = JSON.parse(text) as Answer<Facts> | null;
    return typeof answer?.success === 'boolean' && 'data' in answer ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** What the service does not know yet, or cannot do now; a fault of the service has done nothing twice. */
const mayPass = (status: number, { data }: Answer<Facts>): boolean => data.retryable || status >= 500;

/** Half of it by chance, so that callers who failed together do not come back together. */
const backoffMs = (tried: number) => Math.min(500 * 2 ** tried, 8 * SECOND_MS) * (0.5 + Math.random() / 2);

function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds * SECOND_MS : undefined;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** A path with its parts. An empty part would make another call of it. */
export const at = (texts: TemplateStringsArray, ...parts: readonly string[]): string =>
  String.raw(
    { raw: texts },
    ...parts.map((part, index) => {
      if (!part) throw new TypeError(`${texts.join('…')}: part ${index + 1} of the path is missing.`);
      return encodeURIComponent(part);
    }),
  );

function queryOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
