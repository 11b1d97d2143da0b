// Plays gradual deployments at five sizes with the alarms that stop them: good releases go through, also when
// the stage itself has errors; one that fails a step of every payment is taken back.
import { describe, expect, it } from 'vitest';
import { callsOfRelease } from '../../../../lib/cloud/function/release-calls.ts';
import { deploymentOf, resourcesOf, synthesize } from '../cloud.ts';
import { alarmOf } from '../watch/incidents/alarm-evaluator.ts';
import { countAt, randomOf } from '../watch/incidents/draws.ts';
import { MinuteData } from '../watch/incidents/minute-data.ts';

const STAGE = 'production';
const { releaseTemplate, watchTemplate, dataTemplate } = synthesize({ stage: STAGE });
const groups = resourcesOf(releaseTemplate ?? dataTemplate, 'AWS::CodeDeploy::DeploymentGroup');
type Watched = { AlarmConfiguration: { Alarms: { Name: string }[] }; DeploymentConfigName: string };
const [group] = [...groups.values()].map(({ Properties }) => Properties as unknown as Watched);
const stopping = group?.AlarmConfiguration.Alarms.map(({ Name }) => Name) ?? [];
const ALARMS = [watchTemplate, releaseTemplate ?? dataTemplate].flatMap((template) =>
  [...resourcesOf(template, 'AWS::CloudWatch::Alarm').values()]
    .filter(({ Properties }) => stopping.includes(String(Properties['AlarmName'])))
    .map(({ Properties }) => alarmOf(Properties)),
);

const SIZES = [300_000, 1_000_000, 5_000_000, 20_000_000, 100_000_000] as const;
/** Between eight and midnight a minute has more than the mean of the month. */
const PER_MINUTE = (perMonth: number) => (perMonth / (30 * 24 * 60)) * 1.375;
const BEFORE = 30;
const MINUTES = Number(/10Percent(\d+)Minutes/.exec(group?.DeploymentConfigName ?? '')?.[1]);
const SHARE = 0.1;
/** The functions of a payment, with their calls for each. */
const STEPS = [
  { name: 'create', api: 'api', calls: 1 },
  { name: 'form', api: 'pay', calls: 1 },
  { name: 'pay', api: 'pay', calls: 1 },
  { name: 'callback', api: 'pay', calls: 0.6 },
] as const;
type StepName = (typeof STEPS)[number]['name'];

const USUAL_ERRORS = 0.0002;
/** Once in ten deployments the stage answers so many calls with an error for five minutes. */
const BURST = { share: 0.01, minutes: 5, oneOf: 10 };

const names = callsOfRelease(deploymentOf({ stage: STAGE }));

/** True if an alarm takes the release back while its version gets a tenth of the calls. */
function isStopped(perMonth: number, seed: number, broken?: StepName): boolean {
  const random = randomOf(seed);
  const data = new MinuteData(0, BEFORE + MINUTES + 1);
  const burstAt = seed % BURST.oneOf === 0 ? BEFORE + Math.floor(random() * MINUTES) : undefined;
  for (let minute = 0; minute < BEFORE + MINUTES; minute += 1) {
    const isBurst = burstAt !== undefined && minute >= burstAt && minute < burstAt + BURST.minutes;
    const errors = isBurst ? BURST.share : USUAL_ERRORS;
    const add = (namespace: string, name: string, count: number, ApiName?: string) =>
      data.add({ namespace, name, dimensions: ApiName ? { ApiName } : {} }, minute * 60_000, count, count);
    for (const { name, api, calls } of STEPS) {
      const mean = PER_MINUTE(perMonth) * calls;
      for (const isNew of minute < BEFORE ? [false] : [false, true]) {
        const share = minute < BEFORE ? 1 : isNew ? SHARE : 1 - SHARE;
        const answered = countAt(mean * share, random);
        const faults =
          isNew && name === broken ? answered : Math.min(answered, countAt(answered * errors, random));
        const apiName = `payment-${STAGE}-${api}`;
        add('AWS/ApiGateway', 'Count', answered, apiName);
        add('AWS/ApiGateway', '5XXError', faults, apiName);
        if (!isNew) continue;
        add(names.namespace, names.calls, answered);
        add(names.namespace, names.faults, faults);
      }
    }
  }
  for (let minute = BEFORE + 1; minute <= BEFORE + MINUTES; minute += 1)
    if (ALARMS.some(({ isActive }) => isActive(data, minute * 60_000))) return true;
  return false;
}

it('all stopping alarms are alarms of the stage, the guard among them', () => {
  expect(ALARMS).toHaveLength(stopping.length);
  expect(stopping).toContain(`payment-${STAGE}-release-fails`);
  expect(stopping).not.toContain(`payment-${STAGE}-function-fails`);
});

describe.each(SIZES)('with %i payments a month', (perMonth) => {
  it('0 of 1,000 good releases are stopped', () => {
    const seeds = Array.from({ length: 1_000 }, (_, seed) => seed);
    expect(seeds.filter((seed) => isStopped(perMonth, seed))).toEqual([]);
  });

  it('at least 99 of 100 that fail a step of every payment are stopped', () => {
    const stopped = STEPS.flatMap(({ name }) =>
      Array.from({ length: 25 }, (_, seed) => isStopped(perMonth, 5_000 + seed, name)),
    );
    expect(stopped.filter(Boolean).length).toBeGreaterThanOrEqual(99);
  });
});
