// Opens the whole service with its two clients: a merchant's program and a buyer's browser. All components
// are real. Log lines and metrics are collected instead of printed, so that tests can search them.
import { Agent } from 'node:http';
import { format } from 'node:util';
import { defined } from '#domain/defined.ts';
import { BANK_PROTOCOLS } from '../../../lib/bank/account.ts';
import { createShop } from '../../../lib/demo/shop/shop-server.ts';
import { type LocalService, startLocalService } from '../../../lib/local/environment.ts';
import type { LocalOptions } from '../../../lib/local/local-options.ts';
import { type Buyer, type CardEntry, createBuyer } from '../../drivers/buyer.ts';
import { resultOf, statusIn } from '../../drivers/result.ts';
import { openRecording } from '../recorded-calls.ts';
import { type Headers, type Http, type HttpAnswer, wire } from './wire.ts';

export type ApiRequest = {
  /** The body, which is sent as JSON. */
  body?: unknown;
  /** The body, which is sent unchanged. */
  rawBody?: string | Buffer;
  /** The API key, by default the one of the harness's merchant. `null` sends none. */
  key?: string | null;
  headers?: Headers;
};
type Envelope<Data = Record<string, unknown>> = {
  success: boolean;
  message: string;
  data: Data;
  errorCode: string | null;
  timestamp: string;
};
/** `json` is parsed on access and throws if the answer is no JSON. */
export type ApiAnswer<Data = Record<string, unknown>> = HttpAnswer & { readonly json: Envelope<Data> };

export type OpenPage = {
  id: string;
  token: string;
  hostedPageUrl: string;
  frameOrigins: string[];
  expiresAt: string;
  orderNumber: string;
};

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** Closes a service that a test file left open: a file that fails to load runs no hooks. */
let closeLast = async (): Promise<void> => {};

/** Some projects run flows of money again, at a bank of another protocol. */
const bankProtocol = BANK_PROTOCOLS.find((one) => one === process.env['BANK_PROTOCOL']);

/** Starts the service outside a test file, for example for a benchmark. The caller must close it. */
export async function openHarness(options: Partial<LocalOptions> = {}) {
  await closeLast();
  const { logs, release } = collectLogs();
  const recording = openRecording(options.around);
  const service = await startLocalService({
    port: 0,
    startAt: new Date('2026-11-20T09:00:00Z'),
    onMetrics: (line) => void logs.push(line),
    shop: createShop,
    reconciles: false,
    announces: false,
    ...defined({ bankProtocol }),
    ...options,
    ...recording.options,
  });
  const agent = new Agent({ keepAlive: true });
  const close = async (): Promise<void> => {
    closeLast = async () => {};
    agent.destroy();
    await service.stop();
    recording.save();
    release();
  };
  closeLast = close;
  // Buyers of this merchant pay without 3-D Secure; a test of 3-D Secure adds another merchant.
  const merchant = await service.addMerchant({ threeDSecure: 'never' });
  const http = wire(service.baseUrl, agent);
  const api = createApi(http, merchant.apiKey);
  const buyer = createBuyer(http);
  return { service, merchant, logs, http, api, buyer, close, ...time(service), ...shortcuts(api, buyer) };
}

function collectLogs() {
  const logs: string[] = [];
  const { info, warn, error } = console;
  const collect = (...parts: unknown[]) => void logs.push(format(...parts));
  Object.assign(console, { info: collect, warn: collect, error: collect });
  return { logs, release: () => void Object.assign(console, { info, warn, error }) };
}

function createApi(http: Http, ownKey: string) {
  return async <Data = Record<string, unknown>>(
    method: string,
    path: string,
    request: ApiRequest = {},
  ): Promise<ApiAnswer<Data>> => {
    const { body, rawBody, key = ownKey, headers = {} } = request;
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await http({
      method,
      path,
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: sent,
    });
    return {
      ...answer,
      get json() {
        return JSON.parse(answer.text) as Envelope<Data>;
      },
    };
  };
}
type Api = ReturnType<typeof createApi>;

function time({ clock, timeline }: LocalService) {
  return {
    now: () => clock.now(),
    /** Moves the clock, makes all invocations that fall due on the way and returns their number. */
    moveBy: async (ms: number): Promise<number> => await timeline.moveTo(clock.nowMs() + ms),
    moveTo: async (instant: string): Promise<number> => await timeline.moveTo(Date.parse(instant)),
    /**
     * Moves the clock while a bank is down or refuses a merchant. After an hour every sweep finds the same
     * rows and changes none, so that one of three hours is enough: due rows wait for it.
     */
    passOutage: async (ms: number): Promise<void> => {
      const untilMs = clock.nowMs() + ms;
      await timeline.moveTo(clock.nowMs() + HOUR);
      while (clock.nowMs() < untilMs) {
        await timeline.setRunning(false);
        await timeline.moveTo(Math.min(clock.nowMs() + 3 * HOUR, untilMs));
        await timeline.setRunning(true);
      }
    },
  };
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Counted per test file: the files that ran before it in its process must not change its order numbers. */
let orders = 0;
export const countOrdersAgain = (): void => {
  orders = 0;
};
/** A valid body of POST /api/payment/hostedpage with a new order number. */
export function pageBody(more: Record<string, unknown> = {}): Record<string, unknown> {
  orders += 1;
  return {
    amount: 149.9,
    currency: 'TRY',
    orderNumber: `ORDER-${orders}`,
    successUrl: 'https://shop.example/success',
    failUrl: 'https://shop.example/fail',
    ...more,
  };
}

function shortcuts(api: Api, buyer: Buyer) {
  const createPage = async (
    more: Record<string, unknown> = {},
    request: ApiRequest = {},
  ): Promise<OpenPage> => {
    const body = pageBody(more);
    const created = await api<Omit<OpenPage, 'orderNumber'>>('POST', '/api/payment/hostedpage', {
      body,
      ...request,
    });
    if (created.status !== 201) throw new Error(`No page was made: ${created.text}`);
    return { ...created.json.data, orderNumber: String(body['orderNumber']) };
  };
  /** Creates a page for an order, pays it and returns the payment reference. */
  const payOrder = async (
    more: Record<string, unknown> = {},
    entry: CardEntry = {},
    request: ApiRequest = {},
  ): Promise<string> => {
    const page = await createPage(more, request);
    const paid = await buyer.submit(await buyer.open(page.hostedPageUrl), entry);
    if (statusIn(paid.location) !== 'Successful') throw new Error(`Not paid: ${paid.status} ${paid.text}`);
    return String(resultOf(paid.location).paymentReferenceNumber);
  };
  return { createPage, payOrder };
}
