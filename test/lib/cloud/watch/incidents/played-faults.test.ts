// Plays faults in stages of three sizes with the deployed alarms: what sends an
// urgent message, after how many minutes, and how many payments, charges and refunds the fault has hit by then.
import { describe, expect, it } from 'vitest';
import { ALARMS } from './alarm-evaluator.ts';
import { type Fault, MINUTE_MS, playStage } from './stage-model.ts';

const SIZES = [1_000, 30_000, 1_000_000] as const;
const DAY = 24 * 60;
/** A fault begins on the second day, at ten in the morning. */
const FAULT_AT = DAY + 10 * 60;
const SEEDS = [1, 2];

/** `within`: minutes, or cases that the fault hits. */
type Case = readonly [what: string, fault: Fault, within: Within];
type Within = { minutes: number } | { hit: number; orMinutes: number };

/** The canary, or the inquiry of each minute, sees these faults without any payment. */
const soon = { minutes: 10 };
/** Only a payment shows these: a large stage has many in the minutes that a ratio of many needs. */
const third = { hit: 3, orMinutes: 150 };
/** Without a reason, three in a row are also chance. */
const fourth = { hit: 4, orMinutes: 10 };
const CASES: readonly Case[] = [
  ['Pages cannot be created', { create: 1 }, soon],
  ['Every submit of a page answers 500', { pay: 1 }, soon],
  ['A tenth of the submits answers 500', { pay: 0.1 }, third],
  ['Every return from 3-D Secure answers 500', { callback: 1 }, soon],
  ['A tenth of the returns answers 500', { callback: 0.1 }, third],
  ['No recurring payment can be charged', { charge: 1 }, third],
  ['A tenth of the charges crashes', { charge: 0.1 }, third],
  ['Every refund answers 500', { refund: 1 }, soon],
  ['A tenth of the refunds answers 500', { refund: 0.1 }, { hit: 3, orMinutes: 300 }],
  ['The bank refuses every refund', { refusesRefund: 1 }, third],
  ['The bank takes calls and does not answer', { unknown: 1, isDown: true }, soon],
  ['The bank refuses connections', { unreachable: 1, isDown: true }, soon],
  ['A tenth of the bank’s answers is lost', { unknown: 0.1 }, third],
  ['The bank declines every payment without a reason', { declines: 1 }, fourth],
  ['The bank declines every payment because its system fails', { systemDeclines: 1 }, third],
  ['The bank declines every payment of the shop', { shopDeclines: 1 }, third],
  ['Signatures of 3-D Secure are wrong', { wrongSignatures: 1 }, third],
  ['Deliveries stop', { noDeliveries: true }, soon],
  ['No receiver can be reached', { noReceivers: true }, soon],
  ['Schedules are lost', { noSchedules: true }, soon],
];

type Rung = { name: string; minutes: number; hit: number };
const URGENT = [...ALARMS.values()].filter(({ severity }) => severity === 'urgent');

/** The first urgent message. A week is long enough for three refunds of the smallest stage. */
function firstUrgent(fault: Fault, perMonth: number, seed: number): Rung | undefined {
  for (const days of [0.25, 2, 7]) {
    const minutes = FAULT_AT + days * DAY;
    const { data, affectedAt } = playStage({ perMonth, minutes, seed, fault, faultAt: FAULT_AT });
    for (let minute = FAULT_AT + 1; minute <= minutes; minute += 1) {
      const alarm = URGENT.find(({ isActive }) => isActive(data, minute * MINUTE_MS));
      if (alarm === undefined) continue;
      const hit = affectedAt.filter((at) => at < minute).length;
      return { name: alarm.name, minutes: minute - FAULT_AT, hit };
    }
  }
  return undefined;
}

/** The slowest of all seeds. */
const slowest = (fault: Fault, perMonth: number) =>
  SEEDS.map((seed) => firstUrgent(fault, perMonth, seed)).reduce((one, other) =>
    one === undefined || other === undefined || one.minutes > other.minutes ? one : other,
  );
const PLAYED = CASES.map(([what, fault, within]) => ({
  what,
  within,
  rung: SIZES.map((perMonth) => slowest(fault, perMonth)),
}));

describe.each(PLAYED)('$what', ({ rung, within }) => {
  it('an urgent message is sent in time at every size', () => {
    for (const one of rung) {
      if (one === undefined) throw new Error('Nothing rang.');
      if ('minutes' in within) expect(one.minutes).toBeLessThanOrEqual(within.minutes);
      else if (one.hit > within.hit) expect(one.minutes).toBeLessThanOrEqual(within.orMinutes);
    }
  });
});

it.each(SIZES)(
  'without the canary the third failed try of the deliveries shows it, with %i a month',
  (perMonth) => {
    const alarm = ALARMS.get('webhooks-fail');
    const minutes = FAULT_AT + DAY / 4;
    const fault = { noReceivers: true } as const;
    const { data, affectedAt } = playStage({ perMonth, minutes, seed: 1, fault, faultAt: FAULT_AT });
    let at = FAULT_AT + 1;
    while (at < minutes && !alarm?.isActive(data, at * MINUTE_MS)) at += 1;
    expect(alarm?.isActive(data, at * MINUTE_MS)).toBe(true);
    const hit = affectedAt.filter((minute) => minute < at).length;
    if (hit > 3) expect(at - FAULT_AT).toBeLessThanOrEqual(5);
  },
);

it.each(SIZES)('nothing urgent is sent in thirty quiet days with %i payments a month', (perMonth) => {
  // Deliveries have a count for the morning.
  const QUIET = [...URGENT, ...[ALARMS.get('webhooks-fail')].filter((one) => one !== undefined)];
  const { data } = playStage({ perMonth, minutes: 31 * DAY, seed: 4 });
  const rung = new Set<string>();
  for (let minute = DAY; minute <= 31 * DAY; minute += 1) {
    for (const { name, isActive } of QUIET) if (isActive(data, minute * MINUTE_MS)) rung.add(name);
  }
  expect([...rung]).toEqual([]);
});
