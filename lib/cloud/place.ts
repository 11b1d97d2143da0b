// A deployment at its place. Options that name a resource of another Region or account are refused, which
// CloudFormation would do only minutes later.
import { type Deployment, readDeployment } from './deployment.ts';
import type { Place } from './reserved-concurrency.ts';

type Named = Pick<
  Deployment,
  | 'api'
  | 'pay'
  | 'alarms'
  | 'notices'
  | 'tableStreamArn'
  | 'codeSigningProfileVersionArn'
  | 'keyArns'
  | 'primaryKeyArns'
  | 'replicaRegion'
  | 'witnessRegion'
  | 'operatorRoleArn'
  | 'breakGlassRoleArn'
>;

const partsOf = (arn: string) => {
  const [, , , region = '', account = ''] = arn.split(':');
  return { region, account };
};

/** Reads the options. Throws one error that names every option whose resource is elsewhere. */
export function deploymentAt(
  place: Place,
  contextOf: (name: string) => unknown,
  given: readonly string[] = [],
): Deployment {
  const deployment = readDeployment(contextOf, given, place);
  refuseElsewhere(deployment, place);
  return deployment;
}

function refuseElsewhere(named: Named, { account, region }: Place): void {
  const problems = [
    ...(region === undefined ? [] : problemsOfRegion(named, region)),
    ...(account === undefined ? [] : problemsOfAccount(named, account)),
  ];
  if (problems.length > 0) throw new Error(problems.join('; '));
}

function problemsOfRegion(named: Named, region: string): string[] {
  const { api, pay, alarms, notices, keyArns, primaryKeyArns } = named;
  const here: [option: string, arn: string | undefined][] = [
    ['apiCertificateArn', api?.certificateArn],
    ['payCertificateArn', pay?.certificateArn],
    ['alarmTopicArn', alarms.topicArn],
    ['noticeTopicArn', notices.topicArn],
    ['tableStreamArn', named.tableStreamArn],
    ['codeSigningProfileVersionArn', named.codeSigningProfileVersionArn],
    ...[...(keyArns?.values() ?? [])].map((arn): [string, string] => ['keyArns', arn]),
  ];
  const elsewhere = here.flatMap(([option, arn]) =>
    arn === undefined || partsOf(arn).region === region
      ? []
      : [`${option}: it is in ${partsOf(arn).region}, the deployment in ${region}`],
  );
  const isPrimaryHere = [...(primaryKeyArns?.values() ?? [])].some((arn) => partsOf(arn).region === region);
  return [
    ...new Set(elsewhere),
    ...(isPrimaryHere ? [`primaryKeyArns: keys of ${region} are no replicas there; give keyArns`] : []),
    ...(['replicaRegion', 'witnessRegion'] as const).flatMap((option) =>
      named[option] === region ? [`${option}: the deployment is in ${region} itself`] : [],
    ),
  ];
}

function problemsOfAccount(named: Named, account: string): string[] {
  const own: [option: string, arn: string | undefined][] = [
    ['apiCertificateArn', named.api?.certificateArn],
    ['payCertificateArn', named.pay?.certificateArn],
    ['operatorRoleArn', named.operatorRoleArn],
    ['breakGlassRoleArn', named.breakGlassRoleArn],
  ];
  return own.flatMap(([option, arn]) =>
    arn === undefined || partsOf(arn).account === account
      ? []
      : [`${option}: it is of account ${partsOf(arn).account}, the deployment of ${account}`],
  );
}
