// One POST to a merchant's server. The name is resolved once, every address of it is checked, and the
// connection goes to a checked address: a later change in the DNS has no effect on the call.

import { lookup as resolve } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { ANSWER_SECONDS } from '#domain/limits.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { readRetryAfter } from '#domain/webhook/timetable.ts';
import { isWebhookUrl } from '#domain/webhook/webhook-url.ts';
import { isLoopback, isPublicAddress } from './address.ts';

/** The reason why there is no answer. */
type PostError =
  /** A webhook may not have this URL. */
  | 'URL_NOT_ALLOWED'
  | 'HOST_NOT_FOUND'
  /** The name resolves to an address that is not of the public Internet. Nothing was sent. */
  | 'ADDRESS_NOT_PUBLIC'
  | 'CONNECTION_TIMEOUT'
  | 'CONNECTION_FAILED'
  | 'TLS_FAILED'
  /** The connection ended before an answer. */
  | 'CONNECTION_CLOSED'
  | 'ANSWER_TIMEOUT'
  | 'ANSWER_MALFORMED';

export type PostResult = {
  /** From the resolution of the name to the last byte that was read. */
  durationMs: number;
  /** The part of the answer's body that was read. */
  answer: string;
} & (
  | { kind: 'answered'; status: number; wishedMs?: number | undefined }
  | { kind: 'failed'; error: PostError }
);

type ResolvedAddress = { address: string; family: number };
type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export type PostOptions = {
  /** True for a test account of the local service. */
  allowsLocalhost: boolean;
  /** Tests replace the DNS. */
  resolveHost?: Resolve;
  /** True for an address that may be called; tests call servers of their own. */
  mayCall?: (address: string) => boolean;
  connectTimeoutMs?: number;
  answerTimeoutMs?: number;
  /** The whole call, connection included, ends after this; by default after both timeouts. */
  totalTimeoutMs?: number;
};

const CONNECT_TIMEOUT_MS = 3 * SECOND_MS;
const ANSWER_TIMEOUT_MS = ANSWER_SECONDS * SECOND_MS;
const MAX_ANSWER_BYTES = 64 * 1024;

const resolveAll: Resolve = (hostname) => resolve(hostname, { all: true });

/** Never throws, never repeats, follows no redirect. */
export async function post(
  url: string,
  message: { headers: Record<string, string>; body: string },
  options: PostOptions,
): Promise<PostResult> {
  const startedMs = performance.now();
  const outcome = await attempt(url, message, options);
  return { ...outcome, durationMs: Math.round(performance.now() - startedMs) };
}

type PostOutcome = PostResult extends infer One
  ? One extends PostResult
    ? Omit<One, 'durationMs'>
    : never
  : never;
const failed = (error: PostError): PostOutcome => ({ kind: 'failed', error, answer: '' });

async function attempt(
  text: string,
  message: { headers: Record<string, string>; body: string },
  options: PostOptions,
): Promise<PostOutcome> {
  const { allowsLocalhost, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  if (!isWebhookUrl(text, allowsLocalhost)) return failed('URL_NOT_ALLOWED');
  const url = new URL(text);
  const { answerTimeoutMs = ANSWER_TIMEOUT_MS, totalTimeoutMs = connectTimeoutMs + answerTimeoutMs } =
    options;
  const startedMs = performance.now();
  const connectBy = startedMs + connectTimeoutMs;
  const addresses = await addressesOf(url, options, connectTimeoutMs);
  if (typeof addresses === 'string') return failed(addresses);
  return await exchange(url, addresses, message, {
    connectTimeoutMs: connectBy - performance.now(),
    answerTimeoutMs,
    endsAtMs: startedMs + totalTimeoutMs,
  });
}

/** All addresses of the host, if every one of them may be called. */
async function addressesOf(
  { hostname, protocol }: URL,
  options: PostOptions,
  timeoutMs: number,
): Promise<ResolvedAddress[] | PostError> {
  // Only this machine is called without TLS, and only if isWebhookUrl allows it.
  const { resolveHost = resolveAll, mayCall = protocol === 'http:' ? isLoopback : isPublicAddress } = options;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PostError>((done) => {
    timer = setTimeout(() => done('CONNECTION_TIMEOUT'), timeoutMs);
  });
  const found = resolveHost(hostname).catch((): PostError => 'HOST_NOT_FOUND');
  const addresses = await Promise.race([found, late]).finally(() => clearTimeout(timer));
  if (typeof addresses === 'string') return addresses;
  if (addresses.length === 0) return 'HOST_NOT_FOUND';
  return addresses.every(({ address }) => mayCall(address)) ? addresses : 'ADDRESS_NOT_PUBLIC';
}

type Lookup = NonNullable<RequestOptions['lookup']>;
/** Returns the checked addresses, so that the connection makes no DNS query. */
const answerWith =
  (addresses: readonly ResolvedAddress[]): Lookup =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

/** `endsAtMs`: the last moment of the whole call, by `performance.now()`. */
type PostLimits = { connectTimeoutMs: number; answerTimeoutMs: number; endsAtMs: number };

function exchange(
  url: URL,
  addresses: readonly ResolvedAddress[],
  { headers, body }: { headers: Record<string, string>; body: string },
  { connectTimeoutMs, answerTimeoutMs, endsAtMs }: PostLimits,
): Promise<PostOutcome> {
  const isSecure = url.protocol === 'https:';
  const bytes = Buffer.from(body);
  return new Promise((done) => {
    const stage = { isOpen: false, isConnected: false };
    const answer: Buffer[] = [];
    let response: IncomingMessage | undefined;
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      // Each call has a connection of its own: a reused one would not be checked again.
      agent: false,
      lookup: answerWith(addresses),
      headers: { ...headers, 'Content-Length': bytes.length, Connection: 'close' },
    });
    const finish = (outcome: PostOutcome) => {
      clearTimeout(connectTimer);
      clearTimeout(answerTimer);
      done(outcome);
      request.destroy();
    };
    // A received status counts, however the body ends.
    const finishAs = (error: PostError) =>
      finish(response === undefined ? failed(error) : answered(response, answer));
    let answerTimer: NodeJS.Timeout | undefined;
    const connectTimer = setTimeout(() => finishAs('CONNECTION_TIMEOUT'), connectTimeoutMs);
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        stage.isOpen = true;
        const isChecked = addresses.some(({ address }) => sameAddress(address, socket.remoteAddress));
        if (!isChecked) finishAs('ADDRESS_NOT_PUBLIC');
      });
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        stage.isConnected = true;
        clearTimeout(connectTimer);
        const leftMs = Math.min(answerTimeoutMs, endsAtMs - performance.now());
        answerTimer = setTimeout(() => finishAs('ANSWER_TIMEOUT'), leftMs);
        request.end(bytes);
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => finishAs(errorOf(error, stage)));
    request.on('response', (received) => {
      response = received;
      readAnswer(received, answer, () => finishAs('CONNECTION_CLOSED'));
    });
  });
}

/** Keeps the first 64 KB. Calls `end` when the rest is not read, and possibly again later. */
function readAnswer(response: IncomingMessage, into: Buffer[], end: () => void): void {
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    into.push(chunk.subarray(0, MAX_ANSWER_BYTES - size));
    size += chunk.length;
    if (size >= MAX_ANSWER_BYTES) end();
  });
  for (const event of ['end', 'error', 'close'] as const) response.on(event, end);
}

function answered({ statusCode = 0, headers }: IncomingMessage, answer: readonly Buffer[]): PostOutcome {
  const text = Buffer.concat(answer).toString('utf8');
  const wishedMs = readRetryAfter(headers['retry-after'], Date.now());
  return { kind: 'answered', status: statusCode, wishedMs, answer: text };
}

function errorOf(
  { code = '' }: NodeJS.ErrnoException,
  stage: { isOpen: boolean; isConnected: boolean },
): PostError {
  if (stage.isConnected) return code.startsWith('HPE_') ? 'ANSWER_MALFORMED' : 'CONNECTION_CLOSED';
  return stage.isOpen ? 'TLS_FAILED' : 'CONNECTION_FAILED';
}

/** A dual-stack socket reports an IPv4 address as an IPv4-mapped IPv6 address. */
function sameAddress(checked: string, connected = ''): boolean {
  const plain = connected.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) !== 6 || isIP(checked) !== 6) return plain === checked;
  return new URL(`http://[${plain}]`).host === new URL(`http://[${checked}]`).host;
}
