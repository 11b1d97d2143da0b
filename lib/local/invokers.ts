// All components on this machine that invoke functions.
import { fileURLToPath } from 'node:url';
import { defined } from '#domain/defined.ts';
import type { ReconcileTally } from '#reconcile.ts';
import { BACKGROUND_FUNCTIONS, DESK_ROUTES, ROUTES, timeoutSecondsOf } from '#routes.ts';
import { createLambdas, type LambdasOptions } from './aws/lambda.ts';
import type { LambdaFunction } from './aws/lambda-runtime.ts';
import { createScheduler } from './aws/scheduler/scheduler.ts';
import { createStreamReader } from './aws/stream.ts';
import { captureConsumer, deliveryTrigger } from './aws/stream-consumers.ts';
import type { LocalOptions } from './local-options.ts';
import { LEVERS_PATH } from './local-shop.ts';
import { openSnapshot } from './snapshot.ts';
import { createAnnounceTimer } from './time/announce-timer.ts';
import type { Clock } from './time/clock.ts';
import { createDeliveryTimer } from './time/delivery-timer.ts';
import { createReconcileTimer } from './time/reconcile-timer.ts';
import { createSweepTimer } from './time/sweep-timer.ts';
import { createTimeline } from './time/timeline.ts';

/** Returns the path of a file in the data folder; undefined without a folder. */
export type FileOf = (name: string) => string | undefined;
type InvokerParts = { clock: Clock; fileOf: FileOf; table: { endpoint: string; tableName: string } };

/** `endpoints/payment/list` -> `payment-list`: the deployed name without the stage's prefix. */
export const nameOf = (file: string) => file.replace('endpoints/', '').replaceAll('/', '-');

/** True for functions that may write deliveries. */
const writesDeliveries = (name: string) => /^(?:announce|capture|deliver|event-|webhook-)/.test(name);

/** True for functions that change no plan, card or key, so that no new announcement follows from them. */
const announcesNothing = (name: string) => /^(?:announce|capture|deliver|reconcile)$/.test(name);

/**
 * Creates Lambda with its retries, the Scheduler, the timers of periodic functions, and the stream reader.
 */
export function createInvokers({ clock, fileOf, table }: InvokerParts, options: LocalOptions) {
  const { around, triggerDelivery, reconciles = true, announces = true } = options;
  const timeline = createTimeline(clock);
  const sweepTimer = createSweepTimer(clock.nowMs, (event) => lambdas.invokeEvent(nameOf('sweep'), event));
  const reconcileTimer = createReconcileTimer(clock.nowMs, () =>
    lambdas.invokeEvent(nameOf('reconcile'), {}),
  );
  const { nowMs } = clock;
  const announceTimer = createAnnounceTimer(nowMs, () => lambdas.invokeEvent(nameOf('announce'), {}));
  const deliveryTimer = createDeliveryTimer(clock, () => lambdas.invokeEvent(nameOf('deliver'), {}));
  const lambdas = createLambdas({
    clock,
    functions: localFunctions(options),
    around: async (invocation, run) => {
      try {
        const done = await (around ? around(invocation, run) : run());
        const isReconciled = invocation.functionName === 'reconcile';
        // A refund that nobody decides ends although no other function runs.
        if (isReconciled && (done as ReconcileTally | undefined)?.waitingRefunds) reconcileTimer.noteWork();
        return done;
      } finally {
        sweepTimer.reschedule();
        stream?.note();
        if (writesDeliveries(invocation.functionName)) deliveryTimer.reschedule();
        if (invocation.functionName !== 'reconcile') reconcileTimer.noteWork();
        if (!announcesNothing(invocation.functionName)) announceTimer.reschedule();
      }
    },
  });
  const scheduler = createScheduler({
    clock,
    invoke: (arn, payload) => lambdas.invokeEvent(arn, JSON.parse(payload)),
    snapshot: openSnapshot(fileOf('schedules.jsonl')),
    ...defined({ faults: triggerDelivery }),
  });
  const stream = options.events
    ? createStreamReader({
        ...table,
        clock,
        consumers: [
          captureConsumer(lambdas, nameOf(BACKGROUND_FUNCTIONS.capture.file)),
          deliveryTrigger(lambdas, nameOf(BACKGROUND_FUNCTIONS.deliver.file), clock),
        ],
        snapshot: openSnapshot(fileOf('stream.jsonl')),
      })
    : undefined;
  const rescheduleTimers = () => {
    sweepTimer.reschedule();
    deliveryTimer.reschedule();
    announceTimer.reschedule();
    stream?.note();
  };
  if (stream) timeline.add(stream.timedEvents);
  if (stream && announces) timeline.add(announceTimer);
  const sources = [scheduler.timedEvents, lambdas.timedEvents, sweepTimer, deliveryTimer];
  for (const source of reconciles ? [...sources, reconcileTimer] : sources) timeline.add(source);
  return { timeline, lambdas, scheduler, stream, rescheduleTimers };
}

/** What a function gets beside its limit, because one call of an emulator may take half of it (call-timeout.ts). */
const BUSY_MACHINE_MS = 60_000;

function localFunctions({ shop }: LocalOptions): LambdasOptions['functions'] {
  const functions = [
    ...[...ROUTES, ...DESK_ROUTES].map(({ file, needs }) => ({
      file: `endpoints/${file}`,
      timeoutSeconds: timeoutSecondsOf(needs),
    })),
    ...Object.values(BACKGROUND_FUNCTIONS),
  ];
  return functions.map(({ file, timeoutSeconds }) => ({
    name: nameOf(file),
    // The shop has levers for clock and bank, which stand beside the console too.
    load: () => loadFunction(file, shop ? [LEVERS_PATH] : []),
    timeoutMs: timeoutSeconds * 1000 + BUSY_MACHINE_MS,
    // As deployed: a failed charge is retried twice, and the next run replaces a failed sweep.
    retryAttempts: file === BACKGROUND_FUNCTIONS.charge.file ? 2 : 0,
  }));
}

async function loadFunction(
  file: string,
  besideConsole: readonly string[],
): ReturnType<LambdaFunction['load']> {
  // A bundle has the site as a constant. Here the first visit makes it, so that the start does not wait.
  if (file === 'endpoints/docs/page' && !('SITE' in globalThis)) {
    const { packedSite } = await import('../site/site.ts');
    Object.assign(globalThis, { SITE: packedSite() });
  }
  if (file === 'endpoints/console/page' && !('CONSOLE' in globalThis)) {
    const { packedConsole } = await import('../console/pack.ts');
    Object.assign(globalThis, { CONSOLE: await packedConsole(besideConsole) });
  }
  const path = fileURLToPath(new URL(`../../functions/${file}.ts`, import.meta.url));
  return (await import(path)) as Awaited<ReturnType<LambdaFunction['load']>>;
}
