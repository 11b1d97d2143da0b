// Decides which functions are invoked by the alias `live` of a version, and which of them get a new version
// step by step: a deployment moves a tenth of the calls to the new version and the rest ten minutes later. If
// an alarm becomes active in between, the alias returns to the old version, and CloudFormation rolls back the
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

/**
 * Functions whose versions an operator can exchange at once (`npm run release`): those that move money, and
 * those that answer a buyer.
 */
export const hasAlias = (fn: Pick<DeployedFunction, 'name' | 'needs' | 'home'>): boolean =>
  isShifted(fn) || fn.home === 'pay';

/** The CodeDeploy application. It has one deployment group per function, with the function's name. */
export const codeDeployName = (stage: string) => nameOf(stage, 'release');

type OfEvents = { retryAttempts?: number; maxEventAge?: Duration; onFailure?: IDestination };

/**
 * An alias does not inherit the handling of failed events from its function, so it gets the same settings.
 */
export function shiftTraffic(
  fn: LambdaFunction,
  definition: DeployedFunction,
  { stage, gradual }: Deployment,
  events: OfEvents,
): IFunction {
  const alias = new Alias(fn, 'Live', { aliasName: LIVE, version: fn.currentVersion as IVersion, ...events });
  if (gradual && isShifted(definition)) {
    (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: codeDeployName(stage),
        deploymentGroupName: definition.name,
      },
    };
  }
  return alias as IFunction;
}
