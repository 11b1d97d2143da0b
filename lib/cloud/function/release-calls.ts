// Counts the calls that versions of the release being deployed answer, and those of them that fail, in the log
// of an API. It is made in the deployment that makes the versions, before they get calls. A metric is that of
// one release, so the calls of the release before are not counted with it.
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { digestOf } from '../release-name.ts';

type ApiLog = { home: 'api' | 'pay'; logGroup: LogGroup };

/** The namespace and names of both metrics. */
export const callsOfRelease = ({ stage, release }: Pick<Deployment, 'stage' | 'release'>) => ({
  namespace: `Payment/${stage}/Releases`,
  calls: `Calls ${digestOf(release)}`,
  faults: `Faults ${digestOf(release)}`,
});

export function countCallsOfRelease(scope: Construct, deployment: Deployment, log: ApiLog): void {
  const { namespace, calls, faults } = callsOfRelease(deployment);
  // The runtime writes before the line's JSON, so the pattern matches its text.
  const ofRelease = `"\\"release\\":\\"${digestOf(deployment.release)}\\""`;
  for (const [metricName, pattern] of [
    [calls, ofRelease],
    [faults, `${ofRelease} "\\"status\\":5"`],
  ] as const) {
    new MetricFilter(scope, `${log.home}${metricName.split(' ')[0]}`, {
      logGroup: log.logGroup,
      filterPattern: FilterPattern.literal(pattern),
      metricNamespace: namespace,
      metricName,
      metricValue: '1',
    });
  }
}
