// A deployment at its place. Options that name a resource of another Region or account are refused, which
// CloudFormation would do only minutes later.
import { type Deployment, readDeployment } from './deployment.ts';
import type { Place } from './reserved-concurrency.ts';

const partsOf = (arn: string) => {
  const [, , , region = '', account = ''] = arn.split(':');
  return { region, account };
};

/** Reads the options. Throws one error that names every option whose resource is elsewhere. */
export function deploymentAt(
  place: Place,
  contextOf: (name: string) => unknown,
  optionNames: readonly string[] = [],
): Deployment {
  const deployment = readDeployment(contextOf, optionNames, place);
  const { account, region } = place;
  const problems = [
    ...(region === undefined ? [] : problemsOfRegion(deployment, region)),
    ...(account === undefined ? [] : problemsOfAccount(deployment, account)),
  ];
  if (problems.length > 0) throw new Error(problems.join('; '));
  return deployment;
}

const OF_REGION = [
  'apiCertificateArn',
  'payCertificateArn',
  'alarmTopicArn',
  'noticeTopicArn',
  'tableStreamArn',
  'codeSigningProfileVersionArn',
] as const;
const OF_ACCOUNT = [
  'apiCertificateArn',
  'payCertificateArn',
  'operatorRoleArn',
  'breakGlassRoleArn',
] as const;

function problemsOfRegion(deployment: Deployment, region: string): string[] {
  const { keyArns, primaryKeyArns } = deployment;
  const named = [
    ...OF_REGION.map((option) => [option, deployment[option]] as const),
    ...[...(keyArns?.values() ?? [])].map((arn) => ['keyArns', arn] as const),
  ];
  const elsewhere = named.flatMap(([option, arn]) =>
    arn === undefined || partsOf(arn).region === region
      ? []
      : [`${option}: it is in ${partsOf(arn).region}, the deployment in ${region}`],
  );
  const isPrimaryHere = [...(primaryKeyArns?.values() ?? [])].some((arn) => partsOf(arn).region === region);
  return [
    ...new Set(elsewhere),
    ...(isPrimaryHere ? [`primaryKeyArns: keys of ${region} are no replicas there; give keyArns`] : []),
    ...(['replicaRegion', 'witnessRegion'] as const).flatMap((option) =>
      deployment[option] === region ? [`${option}: the deployment is in ${region} itself`] : [],
    ),
  ];
}

const problemsOfAccount = (deployment: Deployment, account: string): string[] =>
  OF_ACCOUNT.flatMap((option) => {
    const arn = deployment[option];
    return arn === undefined || partsOf(arn).account === account
      ? []
      : [`${option}: it is of account ${partsOf(arn).account}, the deployment of ${account}`];
  });
