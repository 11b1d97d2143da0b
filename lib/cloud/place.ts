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

function problemsOfRegion(deployment: Deployment, region: string): string[] {
  const { certificateArn, alarms, notices, codeSigningProfileVersionArn, standbyRegions } = deployment;
  const named = Object.entries({
    certificateArn,
    alarmTo: alarms.topicArn,
    noticeTo: notices.topicArn,
    codeSigningProfileVersionArn,
  });
  return [
    ...named.flatMap(([option, arn]) =>
      arn === undefined || partsOf(arn).region === region
        ? []
        : [`${option}: it is in ${partsOf(arn).region}, the deployment in ${region}`],
    ),
    ...(standbyRegions?.includes(region) ? [`standbyRegions: the deployment is in ${region} itself`] : []),
  ];
}

const problemsOfAccount = ({ certificateArn, roleArns }: Deployment, account: string): string[] =>
  [['certificateArn', certificateArn], ...[...roleArns.values()].map((arn) => ['roleArns', arn])].flatMap(
    ([option, arn]) =>
      arn === undefined || partsOf(arn).account === account
        ? []
        : [`${option}: it is of account ${partsOf(arn).account}, the deployment of ${account}`],
  );
