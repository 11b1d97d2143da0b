// Incidents: alarms that have one cause and usually become active together. A composite alarm sends one
// message for all of them; its parts are shown on the dashboard and send none. A part that becomes active
// later sends no second message, so an incident contains only alarms that are repaired together.
import {
  type Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  CompositeAlarm,
  type IAlarmRule,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type Deployment, nameOf } from '../../deployment.ts';

/** Their folder in the repository. */
export const RUNBOOKS = 'docs/runbooks';

/**
 * Urgent: users lose money or cannot pay until the fault is repaired. All other alarms can wait until
 * morning.
 */
export type Severity = 'urgent' | 'morning';

type Incident = {
  impact: string;
  runbook: string;
  severity: Severity;
  /** This incident becomes active only while that alarm is. */
  during?: string;
};

const INCIDENTS = {
  'answers-fail': {
    impact: 'Merchants or buyers get errors instead of answers: sales are lost.',
    runbook: 'answers-5xx',
    severity: 'urgent',
  },
  'charges-fail': {
    impact: 'Recurring payments are not charged, or outcomes stay unknown: merchants lose income.',
    runbook: 'charges-late',
    severity: 'urgent',
  },
  'bank-fails': {
    impact: 'A bank does not answer: buyers cannot pay there, or wait for an outcome.',
    runbook: 'bank-does-not-answer',
    severity: 'urgent',
  },
  // While one bank keeps `bank-fails` active, that incident sends no message about a second bank. The first
  // one is no longer falling when `bank-down` becomes active.
  'another-bank-fails': {
    impact: 'While a bank does not answer, a further one began not to: buyers cannot pay at both.',
    runbook: 'bank-does-not-answer',
    severity: 'urgent',
    during: 'bank-down',
  },
  'limits-reached': {
    impact: 'AWS refuses requests above a limit: payments and pages are slow, or fail at random.',
    runbook: 'limits-reached',
    severity: 'urgent',
  },
} as const satisfies Record<string, Incident>;
export type IncidentName = keyof typeof INCIDENTS;

type IncidentAlarm = { reportedAs: Severity | IncidentName; name: string; alarm: Alarm };

export function createIncidents(
  scope: Construct,
  { stage }: Pick<Deployment, 'stage'>,
  alarms: readonly IncidentAlarm[],
): { severity: Severity; alarm: CompositeAlarm }[] {
  return (Object.entries(INCIDENTS) as [IncidentName, Incident][]).map(([name, incident]) => {
    const parts = alarms.filter(({ reportedAs }) => reportedAs === name);
    const anyPart = AlarmRule.anyOf(...parts.map(({ alarm }) => isActive(alarm)));
    const during = alarms.find((one) => one.name === incident.during)?.alarm;
    const alarm = new CompositeAlarm(scope, name, {
      compositeAlarmName: nameOf(stage, name),
      alarmDescription: `${incident.impact} ${RUNBOOKS}/${incident.runbook}.md`,
      alarmRule: during === undefined ? anyPart : AlarmRule.allOf(anyPart, isActive(during)),
    });
    return { severity: incident.severity, alarm };
  });
}

const isActive = (alarm: AlarmBase): IAlarmRule => AlarmRule.fromAlarm(alarm, AlarmState.ALARM);
