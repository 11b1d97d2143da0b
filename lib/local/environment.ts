// The whole service on one machine: the same functions and the same AWS clients as deployed, over loopback,
// against embedded services behind one port.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BACKGROUND_FUNCTIONS, ROUTES, timeoutSecondsOf } from '#routes.ts';
import { createShop } from '../demo/shop/shop-server.ts';
import { localArn } from './aws/aws-json.ts';
import { startDynamodb } from './aws/dynamodb.ts';
import { createGateway } from './aws/gateway.ts';
import { createKms, type Kms } from './aws/kms/kms.ts';
import { createLambdas, type Lambdas, type LambdasOptions } from './aws/lambda.ts';
import { lambdaArn } from './aws/lambda-runtime.ts';
import { takeMetricLines } from './aws/metric-lines.ts';
import type { FiringOptions } from './aws/scheduler/firing.ts';
import { createScheduler, type Scheduler } from './aws/scheduler/scheduler.ts';
import { ensureTable } from './aws/table.ts';
import { type Bank, createBank } from './bank/bank.ts';
import { createControls } from './controls.ts';
import { type DataFolderOwner, requireFree } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { listen } from './http-server.ts';
import { createLocalMerchant, demoMerchant, type LocalMerchant, type LocalMerchantOptions } from './seed.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { type Clock, createClock } from './time/clock.ts';
import { createSweepTimer } from './time/sweep-timer.ts';
import { createTimeline, type Timeline } from './time/timeline.ts';

export type LocalOptions = {
  /** 0 takes any free port. */
  port: number;
  /** A folder that survives a restart; without it everything lives in memory. */
  dataFolder?: string;
  startAt?: Date;
  /** Stands around every invocation of a function: faults for tests. */
  around?: LambdasOptions['around'];
  /** What becomes of each alarm on its way to its function. */
  triggerFate?: FiringOptions['faults'];
  /** Is handed each line of figures that a function writes; nobody else sees them. */
  onMetrics?: (line: string) => void;
};

export type LocalService = {
  baseUrl: string;
  merchant: LocalMerchant;
  clock: Clock;
  timeline: Timeline;
  bank: Bank;
  kms: Kms;
  scheduler: Scheduler;
  lambdas: Lambdas;
  addMerchant(options?: LocalMerchantOptions): Promise<LocalMerchant>;
  stop(): Promise<void>;
};

const TABLE = 'payments';
const KEYS = [
  { setting: 'CARD_KEY_ID', alias: 'alias/card', usage: 'ENCRYPT_DECRYPT' },
  { setting: 'SECRETS_KEY_ID', alias: 'alias/secrets', usage: 'ENCRYPT_DECRYPT' },
  { setting: 'FINGERPRINT_KEY_ID', alias: 'alias/fingerprint', usage: 'GENERATE_VERIFY_MAC' },
  { setting: 'DIGEST_KEY_ID', alias: 'alias/digest', usage: 'GENERATE_VERIFY_MAC' },
  { setting: 'MERCHANT_KEY_ID', alias: 'alias/merchant', usage: 'GENERATE_VERIFY_MAC' },
] as const;

/**
 * Of this process. An AWS client is made once per process and keeps its address, so a service that starts
 * after another one has stopped takes the ports of that one.
 */
const ports: { front?: number; dynamodb?: number } = {};

/** The port at which the functions of this process look for DynamoDB; undefined before the first start. */
export const dynamodbPort = () => ports.dynamodb;

/** One service at a time in a process. `stop()` leaves the process and its environment as they were. */
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
  // Port and folder come first: whoever is turned away here has touched nothing of somebody else's.
  const server = await listen(options.port || (ports.front ?? (await freePort())));
  undo.defer(server.close);
  ports.front = server.port;
  const baseUrl = `http://localhost:${server.port}`;
  const tenants = openSnapshot<DataFolderOwner>(fileOf('tenant.jsonl'));
  await requireFree(tenants, baseUrl);
  const marks = openSnapshot<number>(fileOf('clock.jsonl'));
  const clock = createClock(startOf(options.startAt, marks.get('now')));
  undo.defer(clock.install());
  undo.defer(takeMetricLines(options.onMetrics));
  const dynamodb = await startDynamodb({
    ...(ports.dynamodb !== undefined && { port: ports.dynamodb }),
    ...(folder !== undefined && { folder: join(folder, 'dynamodb') }),
  });
  undo.defer(dynamodb.stop);
  ports.dynamodb = Number(new URL(dynamodb.endpoint).port);
  const environment = functionEnvironment(baseUrl, dynamodb.endpoint);
  undo.defer(setEnvironment(environment));
  await ensureTable(TABLE);

  const bank = createBank({ clock, snapshot: openSnapshot(fileOf('bank.jsonl')) });
  const keys = KEYS.map(({ alias, usage }) => ({ alias, usage }));
  const kms = createKms({ keys, snapshot: openSnapshot(fileOf('kms.jsonl')) });
  const { timeline, lambdas, scheduler, touchSweep } = createTimedServices(clock, fileOf, options);

  server.mount({ prefix: '/aws/kms', service: kms.service });
  server.mount({ prefix: '/aws/scheduler', service: scheduler.service });
  server.mount({ prefix: '/fim', service: bank.service });
  const addMerchant = (more?: LocalMerchantOptions) =>
    createLocalMerchant(bank, `${baseUrl}/fim`, clock.now(), more);
  const kept: Snapshot<LocalMerchant> = openSnapshot(fileOf('demo-merchant.jsonl'));
  const merchant = await demoMerchant(kept, addMerchant);
  tenants.set('last', { baseUrl, merchantId: merchant.merchantId });
  const shop = createShop({ baseUrl, merchant });
  const gateway = createGateway({ clock, lambdas, nameOf });
  server.mount({ prefix: '/shop', service: shop });
  server.mount({ prefix: '', service: (request) => (isFront(request.url) ? shop : gateway)(request) });
  const levers = { clock, timeline, bank, addMerchant, marks, touchSweep };
  server.mount({
    prefix: '/local',
    service: createControls({ baseUrl, merchant, environment, ...levers }),
  });
  timeline.start();
  // These two end first, while what they use is still there.
  undo.defer(server.close);
  undo.defer(timeline.stop);
  return { baseUrl, merchant, clock, timeline, bank, kms, scheduler, lambdas, addMerchant };
}

/** The returned function restores what was there before. */
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

type FileOf = (name: string) => string | undefined;

/** What runs functions: at once, when a schedule says so, again after a failure, and the sweep's beat. */
function createTimedServices(clock: Clock, fileOf: FileOf, { around, triggerFate }: LocalOptions) {
  const timeline = createTimeline(clock);
  const sweepAlarm = createSweepTimer(clock.nowMs, () => lambdas.invokeEvent(nameOf('sweep'), {}));
  const lambdas = createLambdas({
    clock,
    functions: localFunctions(),
    around: async (invocation, run) => {
      try {
        return await (around ? around(invocation, run) : run());
      } finally {
        sweepAlarm.touch();
      }
    },
  });
  const scheduler = createScheduler({
    clock,
    invoke: (arn, payload) => lambdas.invokeEvent(arn, JSON.parse(payload)),
    snapshot: openSnapshot(fileOf('schedules.jsonl')),
    ...(triggerFate && { faults: triggerFate }),
  });
  for (const source of [scheduler.alarms, lambdas.alarms, sweepAlarm]) timeline.add(source);
  return { timeline, lambdas, scheduler, touchSweep: sweepAlarm.touch };
}

const isFront = (url: string) => url.split('?')[0] === '/';

/** Time does not go back: a restart begins no earlier than the instant to which the clock was moved. */
function startOf(wanted: Date | undefined, reachedMs: number | undefined): { startAt?: Date } {
  const startMs = Math.max(wanted?.getTime() ?? Date.now(), reachedMs ?? 0);
  return wanted === undefined && startMs <= Date.now() ? {} : { startAt: new Date(startMs) };
}

/** `endpoints/payment/list` -> `payment-list`; the same names as deployed, without the stack's prefix. */
const nameOf = (file: string) => file.replace('endpoints/', '').replaceAll('/', '-');

function functionEnvironment(baseUrl: string, dynamodbEndpoint: string): Record<string, string> {
  return {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
    AWS_ENDPOINT_URL_KMS: `${baseUrl}/aws/kms`,
    AWS_ENDPOINT_URL_SCHEDULER: `${baseUrl}/aws/scheduler`,
    STAGE: 'local',
    TABLE_NAME: TABLE,
    BASE_URL: baseUrl,
    PAY_URL: baseUrl,
    CHARGE_FUNCTION_ARN: lambdaArn(nameOf(BACKGROUND_FUNCTIONS.charge.file)),
    SCHEDULER_ROLE_ARN: 'arn:aws:iam::000000000000:role/scheduler',
    SCHEDULE_GROUP: 'default',
    SCHEDULE_DEAD_LETTER_ARN: localArn('sqs', 'dead-letters'),
    ...Object.fromEntries(KEYS.map(({ setting, alias }) => [setting, alias])),
  };
}

function localFunctions(): LambdasOptions['functions'] {
  const doors = [
    ...ROUTES.map(({ file, needs }) => ({
      file: `endpoints/${file}`,
      timeoutSeconds: timeoutSecondsOf(needs),
    })),
    ...Object.values(BACKGROUND_FUNCTIONS),
  ];
  return doors.map(({ file, timeoutSeconds }) => ({
    name: nameOf(file),
    load: () => import(fileURLToPath(new URL(`../../functions/${file}.ts`, import.meta.url))),
    timeoutMs: timeoutSeconds * 1000,
    // AWS tries a failed charge twice more; the sweep comes again anyway.
    retryAttempts: file === BACKGROUND_FUNCTIONS.charge.file ? 2 : 0,
  }));
}
