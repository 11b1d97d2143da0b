// What a row of the alarm tables says. The description of each alarm states the loss for users, which decides
// how urgent it is, and links to its runbook.
import type { Deployment } from '../../deployment.ts';
import type { MetricOf } from '../metrics.ts';
import type { IncidentName, Severity } from './incidents.ts';

export const isSeverity = (text: string): text is Severity => text === 'urgent' || text === 'morning';

export type AlarmRow = {
  impact: string;
  /** A file in docs/runbooks without extension. Default: the alarm's name. */
  runbook?: string;
  /**
   * An alarm sends its own messages, by default in the morning, or is a part of an incident, which sends one
   * message for all its parts.
   */
  reportedAs?: Severity | IncidentName;
  metric: MetricOf;
  /** The alarm is active from this value on. Default: 1. */
  atLeast?: number;
  /** Instead: it is active below this value, and without data, because missing data is the fault. */
  below?: number;
  /** True if missing data is a fault although a high value is one too. */
  orMissing?: true;
  /**
   * So many of so many periods are enough to become active. Default: one of three. Metrics arrive late, and
   * an expression has a value before all its metrics have arrived, so an alarm on the newest period only
   * would miss late values.
   */
  periods?: readonly [breaching: number, evaluated: number];
  /** Default: every deployment has the alarm. */
  isIn?: (deployment: Deployment) => boolean;
};

/** Alarms by name. */
export type AlarmTable = Readonly<Record<string, AlarmRow>>;
