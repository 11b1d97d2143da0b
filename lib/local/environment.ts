// The whole service on one machine: the functions and AWS clients of the cloud, and emulators of AWS and the
// bank behind one port.
import { defined } from '#domain/defined.ts';
import './aws/call-timeout.ts';
import { join } from 'node:path';
import { forgetBanks } from '#flows/bank-gate.ts';
import { forgetLease } from '#flows/lease.ts';
import { BACKGROUND_FUNCTIONS } from '#routes.ts';
import { DUE_SHARDS, writeDueShards } from '#store/table/due-shards.ts';
import { releasedScriptIntegrity } from '../operator/script-integrity.ts';
import { localArn } from './aws/aws-json.ts';
import { createGateway } from './aws/gateway.ts';
import { createKms, type Kms } from './aws/kms/kms.ts';
import type { Lambdas } from './aws/lambda.ts';
import { lambdaArn } from './aws/lambda-runtime.ts';
import { captureMetricLines } from './aws/metric-lines.ts';
import { openDynamodb } from './aws/process-dynamodb.ts';
import type { Scheduler } from './aws/scheduler/scheduler.ts';
import type { StreamReader } from './aws/stream.ts';
import { sts } from './aws/sts.ts';
import { ensureLease, ensureTable } from './aws/table.ts';
import { type Bank, createBank } from './bank/bank.ts';
import { createControlApi } from './control-api.ts';
import { type LastService, requireUnused } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { listen } from './http-server.ts';
import { createInvokers, type FileOf, nameOf } from './invokers.ts';
import {
  createLocalMerchant,
  DEMO_BANK,
  type LocalMerchant,
  type LocalMerchantOptions,
  loadOrCreateDemoMerchant,
  withRefundKey,
} from './local-merchant.ts';
import type { LocalOptions } from './local-options.ts';
import { withShop } from './local-shop.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { type Clock, createClock, restartAt } from './time/clock.ts';
import type { Timeline } from './time/timeline.ts';

export type LocalService = {
  baseUrl: string;
  merchant: LocalMerchant;
  clock: Clock;
  timeline: Timeline;
  bank: Bank;
  kms: Kms;
  scheduler: Scheduler;
  lambdas: Lambdas;
  /** Undefined unless the service records events. */
  stream: StreamReader | undefined;
  addMerchant(options?: LocalMerchantOptions): Promise<LocalMerchant>;
  /** Must be called after a change that no function made. */
  rescheduleTimers(): void;
  stop(): Promise<void>;
};

const TABLE = 'payments';
const LEASE_TABLE = 'payments-lease';
const KEYS = [
  { setting: 'CARD_KEY_ID', alias: 'alias/card', usage: 'ENCRYPT_DECRYPT' },
  { setting: 'SECRETS_KEY_ID', alias: 'alias/secrets', usage: 'ENCRYPT_DECRYPT' },
  { setting: 'FINGERPRINT_KEY_ID', alias: 'alias/fingerprint', usage: 'GENERATE_VERIFY_MAC' },
  { setting: 'DIGEST_KEY_ID', alias: 'alias/digest', usage: 'GENERATE_VERIFY_MAC' },
  { setting: 'MERCHANT_KEY_ID', alias: 'alias/merchant', usage: 'GENERATE_VERIFY_MAC' },
] as const;

/** An AWS client is created once per process and keeps its endpoint, so every start uses the same port. */
let lastPort: number | undefined;

/** A process can run only one service at a time. `stop()` restores the process and its environment. */
export async function startLocalService(options: LocalOptions): Promise<LocalService> {
  const undo = new AsyncDisposableStack();
  try {
    return { ...(await start(options, undo)), stop: () => undo.disposeAsync() };
  } catch (error) {
    await undo.disposeAsync();
    throw error;
  }
}

async function start(options: LocalOptions, undo: AsyncDisposableStack): Promise<Omit<LocalService, 'stop'>> {
  const { dataFolder: folder } = options;
  const fileOf: FileOf = (name) => (folder === undefined ? undefined : join(folder, name));
  // Port and folder are checked first: a start that fails here leaves another service's data unchanged.
  const server = await listen(options.port || (lastPort ?? (await freePort())), options.hosts);
  undo.defer(server.close);
  const baseUrl = `http://localhost:${server.port}`;
  const lastService = openSnapshot<LastService>(fileOf('tenant.jsonl'));
  await requireUnused(lastService, baseUrl);
  const clockStore = openSnapshot<number>(fileOf('clock.jsonl'));
  const stored = { reachedMs: clockStore.get('now'), aheadMs: clockStore.get('aheadMs') };
  const tell = options.signsByMachine ? tellClockLead : undefined;
  const clock = createClock({ ...restartAt(options.startAt?.getTime(), stored, Date.now()), tell });
  clockStore.set('aheadMs', clock.aheadMs());
  undo.defer(clock.install());
  undo.defer(captureMetricLines(options.onMetrics));
  const dynamodb = await openDynamodb(fileOf('dynamodb'));
  undo.defer(dynamodb.close);
  lastPort = server.port;
  const environment = functionEnvironment(baseUrl, dynamodb.endpoint, options.dueShards);
  undo.defer(setEnvironment(environment));
  tell?.(clock.aheadMs());
  const hasStream = options.events === true || options.hasStream === true;
  await ensureTable(TABLE, hasStream);
  await ensureLease(LEASE_TABLE, clock.now());
  forgetBanks();
  forgetLease();

  const bank = createBank({ clock, snapshot: openSnapshot(fileOf('bank.jsonl')) });
  if (options.batchClose !== undefined) bank.settings.batchClose = options.batchClose;
  const keys = KEYS.map(({ alias, usage }) => ({ alias, usage }));
  const kms = createKms({ keys, snapshot: openSnapshot(fileOf('kms.jsonl')) });
  const table = { endpoint: dynamodb.endpoint, tableName: TABLE };
  const invokers = createInvokers({ clock, fileOf, table }, options);
  const { timeline, lambdas, scheduler, rescheduleTimers } = invokers;

  server.mount({ prefix: '/aws/kms', service: kms.service });
  server.mount({ prefix: '/aws/sts', service: sts });
  server.mount({ prefix: '/aws/scheduler', service: scheduler.service });
  server.mount({ prefix: '/fim', service: bank.service });
  const addMerchant = (wanted?: LocalMerchantOptions) =>
    createLocalMerchant(bank, `${baseUrl}/fim`, clock.now(), {
      ...defined({ protocol: options.bankProtocol }),
      ...wanted,
    });
  const demoMerchantStore: Snapshot<LocalMerchant> = openSnapshot(fileOf('demo-merchant.jsonl'));
  const demo = await loadOrCreateDemoMerchant(demoMerchantStore, () =>
    addMerchant({
      ...DEMO_BANK,
      installments: [2, 3, 6],
      frameOrigins: [baseUrl],
      ...(options.shopFace && { face: options.shopFace(baseUrl) }),
    }),
  );
  const merchant = options.hasRefundKey ? await withRefundKey(demo, demoMerchantStore, clock.now()) : demo;
  lastService.set('last', { baseUrl, merchantId: merchant.merchantId });
  await options.prepare?.(merchant.merchantId, clock.now());
  const gateway = createGateway({ clock, lambdas, nameOf });
  const shop = options.shop?.({ baseUrl, merchant, webhooks: openSnapshot(fileOf('demo-shop.jsonl')) });
  for (const mount of withShop(shop, gateway)) server.mount(mount);
  const controls = { clock, timeline, bank, addMerchant, clockStore, rescheduleTimers };
  server.mount({
    prefix: '/local',
    service: createControlApi({ baseUrl, merchant, environment, ...controls }),
  });
  // Registers the shop's current address before any event is sent to the address of an earlier service.
  if (options.events) await shop?.receiveEvents();
  timeline.start();
  // These two are stopped first, while the services that they use still run.
  undo.defer(server.close);
  undo.defer(timeline.stop);
  return { baseUrl, merchant, clock, bank, kms, addMerchant, ...invokers };
}

/** The returned function restores the old values. */
function setEnvironment(values: Record<string, string>): () => void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

function tellClockLead(aheadMs: number): void {
  process.env['CLOCK_AHEAD_MS'] = String(aheadMs);
}

function functionEnvironment(
  baseUrl: string,
  dynamodbEndpoint: string,
  dueShards = DUE_SHARDS,
): Record<string, string> {
  return {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
    AWS_ENDPOINT_URL_KMS: `${baseUrl}/aws/kms`,
    AWS_ENDPOINT_URL_STS: `${baseUrl}/aws/sts`,
    AWS_ENDPOINT_URL_SCHEDULER: `${baseUrl}/aws/scheduler`,
    STAGE: 'local',
    TABLE_NAME: TABLE,
    LEASE_TABLE_NAME: LEASE_TABLE,
    BASE_URL: baseUrl,
    PAY_URL: baseUrl,
    PAGE_SCRIPT_INTEGRITY: releasedScriptIntegrity(),
    CHARGE_FUNCTION_ARN: lambdaArn(nameOf(BACKGROUND_FUNCTIONS.charge.file)),
    SCHEDULER_ROLE_ARN: 'arn:aws:iam::000000000000:role/scheduler',
    SCHEDULE_GROUP: 'default',
    SCHEDULE_DEAD_LETTER_ARN: localArn('sqs', 'dead-letters'),
    DUE_SHARDS: writeDueShards(dueShards, dueShards),
    PAGES_KEPT_MONTHS: '13',
    DELIVERY_WAITS_MS: '0',
    LOCAL_RECEIVERS: 'yes',
    CLOCK_AHEAD_MS: '0',
    ...Object.fromEntries(KEYS.map(({ setting, alias }) => [setting, alias])),
  };
}
