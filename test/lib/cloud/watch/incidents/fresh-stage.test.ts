// A stage from its first minute, as its stacks are created: no alarm is red before something is wrong,
// although those of functions that did not run yet look back on nothing.
import { expect, it } from 'vitest';
import { NAMESPACE } from '#telemetry/metric.ts';
import { ALARMS, STAGE } from './alarm-evaluator.ts';
import { MinuteData } from './minute-data.ts';

const MINUTE_MS = 60_000;
const HOUR = 60;
const PLAYED = 40 * HOUR;
/** The alarms look back on this time before the stage. */
const BEFORE = 48 * HOUR;

/** When a function runs for the first time, in minutes since the service stack, and how often. */
type Beat = { first: number; every: number };
type Beginning = {
  /** The watch stack is created after the stacks that it watches. */
  watchAt: number;
  /** The first backup of the night is completed. */
  backupAt: number;
  beats: Readonly<Record<string, Beat>>;
  stopped?: string;
};

const beginning = (watchAt: number, backupAt: number): Beginning => ({
  watchAt,
  backupAt,
  // A schedule by rate may begin at once or after its interval: the later case.
  beats: {
    sweep: { first: 1, every: 1 },
    canary: { first: 5, every: 5 },
    'page-check': { first: 15, every: 15 },
    reconcile: { first: 15, every: 15 },
    deliver: { first: watchAt, every: 1 },
    'merchant-watch': { first: watchAt + 15, every: 15 },
  },
});

function play({ beats, backupAt, stopped }: Beginning): MinuteData {
  const data = new MinuteData(-BEFORE * MINUTE_MS, BEFORE + PLAYED + 1);
  const own = (name: string, value: number, at: number) =>
    data.add({ namespace: NAMESPACE, name, dimensions: { stage: STAGE } }, at * MINUTE_MS, value);
  for (const [name, { first, every }] of Object.entries(beats)) {
    if (name === stopped) continue;
    for (let at = first; at < PLAYED; at += every) {
      if (name === 'deliver') own('DeliveryWait', 0, at);
      const dimensions = { FunctionName: `payment-${STAGE}-${name}` };
      data.add({ namespace: 'AWS/Lambda', name: 'Invocations', dimensions }, at * MINUTE_MS);
      if (name !== 'sweep') continue;
      if (at < first + 2 * HOUR) own('StageIsNew', 1, at);
      if (at === first) for (let back = 5; back <= HOUR; back += 5) own('StageIsNew', 1, at - back);
    }
  }
  for (let at = backupAt; at < PLAYED; at += 24 * HOUR) {
    const dimensions = { BackupVaultName: `payment-${STAGE}-vault` };
    data.add({ namespace: 'AWS/Backup', name: 'NumberOfBackupJobsCompleted', dimensions }, at * MINUTE_MS);
  }
  return data;
}

/** Each alarm with the minute in which it is red for the first time. */
function redIn(stage: Beginning, until = PLAYED): Record<string, number> {
  const data = play(stage);
  const red: Record<string, number> = {};
  for (let at = stage.watchAt; at < until; at += 1) {
    for (const { name, isActive } of ALARMS.values()) {
      if (!(name in red) && isActive(data, at * MINUTE_MS)) red[name] = at;
    }
  }
  return red;
}

it.each([
  ['three minutes after the service, at noon', beginning(3, 14 * HOUR)],
  ['half an hour after it, just after the nightly backup has begun', beginning(30, 36 * HOUR)],
])('no alarm of a stage is red if its alarms are created %s', (_when, stage) => {
  expect(redIn(stage)).toEqual({});
});

it.each([
  ['canary', ['answers-fail', 'canary-unanswered']],
  ['deliver', ['deliveries-late']],
  ['page-check', ['checks-stopped']],
  ['reconcile', ['checks-stopped']],
  ['merchant-watch', ['checks-stopped']],
])('%s that never runs is told within three hours', (stopped, alarms) => {
  const red = redIn({ ...beginning(5, 14 * HOUR), stopped }, 3 * HOUR);
  expect(Object.keys(red).sort()).toEqual(alarms);
});

it('a sweep that never runs makes everything red at once: it says that the stage is new', () => {
  const red = redIn({ ...beginning(5, 14 * HOUR), stopped: 'sweep' }, HOUR);
  expect(Object.keys(red)).toContain('sweep-stopped');
});
