// Which functions get a new version step by step. They are called by the alias `live`; a deployment moves a
// tenth of the calls to the new version and the rest ten minutes later, unless an alarm became active
// meanwhile: then the alias goes back, and CloudFormation takes the whole deployment back.
import type { Duration } from 'aws-cdk-lib';
import {
  Alias,
  type CfnAlias,
  type IDestination,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import { type Deployment, nameOf } from '../deployment.ts';
import type { DeployedFunction } from './deployed-function.ts';

export const LIVE = 'live';

/** Those that call a bank, and the one that every call of a merchant passes. The others change at once. */
export const isShifted = ({ name, needs }: Pick<DeployedFunction, 'name' | 'needs'>): boolean =>
  needs.includes('acquirer') || name === 'authorizer';

/** The application of CodeDeploy; it has a deployment group for each function, of the function's name. */
export const releaseName = (stage: string) => nameOf(stage, 'release');

type OfEvents = { retryAttempts?: number; maxEventAge?: Duration; onFailure?: IDestination };

/** What a failed event does is set for each alias anew. */
export function shiftTraffic(
  fn: LambdaFunction,
  name: string,
  { stage, gradual }: Deployment,
  events: OfEvents,
): IFunction {
  const alias = new Alias(fn, 'Live', { aliasName: LIVE, version: fn.currentVersion as IVersion, ...events });
  if (gradual) {
    (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName: releaseName(stage), deploymentGroupName: name },
    };
  }
  return alias as IFunction;
}
