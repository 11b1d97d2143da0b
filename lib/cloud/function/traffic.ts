// Decides which functions get a new version step by step. Callers invoke these functions by the alias `live`.
// A deployment moves a tenth of the calls to the new version and the rest ten minutes later. If an alarm
// becomes active in between, the alias returns to the old version, and CloudFormation rolls back the
// deployment.
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

/**
 * The functions that call a bank, and the authorizer, through which every merchant call passes. All others
 * change at once.
 */
export const isShifted = ({ name, needs }: Pick<DeployedFunction, 'name' | 'needs'>): boolean =>
  needs.includes('acquirer') || name === 'authorizer';

/** The CodeDeploy application. It has one deployment group per function, with the function's name. */
export const releaseName = (stage: string) => nameOf(stage, 'release');

type OfEvents = { retryAttempts?: number; maxEventAge?: Duration; onFailure?: IDestination };

/**
 * An alias does not inherit the handling of failed events from its function, so it gets the same settings.
 */
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
