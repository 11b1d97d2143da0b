// Plays incidents on the running service, and returns the messages that the deployed alarms would send.
import { expect } from 'vitest';
import { NAMESPACE } from '#telemetry/metric.ts';
import { MINUTE, startHarness } from '../../../../harness/harness.ts';
import { firedWithin, type Severity, STAGE } from './alarm-evaluator.ts';
import { MinuteData } from './minute-data.ts';
import { type Around, collectPublishedData, fullName } from './published-data.ts';

/** Functions with the minutes between their runs, which happen also without any traffic. */
const EVERY_MINUTES = {
  sweep: 1,
  canary: 5,
  'page-check': 15,
  reconcile: 15,
  'merchant-watch': 15,
  /** The local timeline invokes this function only when a row is due. */
  deliver: 1,
  /** The local lease has no end. */
} as const;
const HOUR = 60 * MINUTE;
/** Time without faults before an incident: longer than any alarm but that of backups looks back. */
const BEFORE = 2 * HOUR;
const BACKUPS_BEFORE = 48 * HOUR;

type Add = ReturnType<typeof collectPublishedData>['add'];

/** Adds the runs of periodic functions and the backups from one instant to another. */
function addBeats(add: Add, fromMs: number, toMs: number, stopped: readonly string[] = []): void {
  for (const [name, minutes] of Object.entries(EVERY_MINUTES)) {
    if (stopped.includes(name)) continue;
    for (let at = fromMs; at < toMs; at += minutes * MINUTE) {
      if (name === 'deliver') add(NAMESPACE, 'DeliveryWait', { stage: STAGE }, 0, at);
      else add('AWS/Lambda', 'Invocations', { FunctionName: fullName(name) }, 1, at);
    }
  }
}
function addBackups(add: Add, fromMs: number, toMs: number): void {
  for (let at = fromMs; at <= toMs; at += 12 * HOUR) {
    add('AWS/Backup', 'NumberOfBackupJobsCompleted', { BackupVaultName: `payment-${STAGE}-vault` }, 1, at);
  }
}
/** Adds the letters that arrived in the queue. */
function addDeadLetters(add: Add, letters: readonly { atMs: number }[]): void {
  const dimensions = { QueueName: fullName('dead-letters') };
  for (const { atMs } of letters) add('AWS/SQS', 'NumberOfMessagesSent', dimensions, 1, atMs);
}

/**
 * The messages are these and no others, each at most so many minutes after the beginning: how late in its
 * minute a fault begins, and how the windows of the alarm lie then, decides the rest.
 */
export function expectMessages(
  sent: Readonly<Record<string, number>>,
  most: Readonly<Record<string, number>>,
) {
  expect(Object.keys(sent).sort()).toEqual(Object.keys(most).sort());
  for (const [name, minutes] of Object.entries(most)) expect(sent[name], name).toBeLessThanOrEqual(minutes);
}

/** Must be called once in a test file. `around` wraps each invocation. */
export async function startIncidentPlayer(around: Around) {
  const { data, add, observe, measured, logged } = collectPublishedData(around);
  const harness = await startHarness({ around: observe, onMetrics: measured });
  const { timeline, clock, lambdas } = harness.service;
  const collect = console.error;
  console.error = (text: string) => {
    logged(text);
    collect(text);
  };

  /**
   * Plays an incident that begins at a full hour. Returns the messages that are sent, with their minutes from
   * its beginning; `stopped` functions do not run during it.
   */
  async function play(
    minutes: number,
    incident: (startMs: number) => Promise<void>,
    stopped: readonly (keyof typeof EVERY_MINUTES)[] = [],
  ) {
    const startMs = Math.ceil((clock.nowMs() + BEFORE) / HOUR) * HOUR;
    const endMs = startMs + minutes * MINUTE;
    await timeline.moveTo(startMs);
    addBackups(add, startMs - BACKUPS_BEFORE, endMs);
    addBeats(add, startMs - BEFORE, startMs);
    addBeats(add, startMs, endMs, stopped);
    await incident(startMs);
    await timeline.moveTo(endMs);
    addDeadLetters(
      add,
      lambdas.deadLetters.filter(({ atMs }) => atMs >= startMs),
    );
    const fired = firedWithin(MinuteData.of(data), startMs, endMs);
    data.length = 0;
    const of = (wanted: Severity): Record<string, number> =>
      Object.fromEntries(
        fired
          .filter(({ severity }) => severity === wanted)
          .map(({ name, afterMinutes }) => [name, afterMinutes]),
      );
    return { urgent: of('urgent'), morning: of('morning') };
  }

  return { ...harness, play, add };
}
