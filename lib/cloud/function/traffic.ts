// Decides which functions are invoked by the alias `live` of a version, and how CodeDeploy moves an alias: a
// payment passes the new version before it gets a call, and again afterwards; in a large stage, and where no
// payment can pass, a tenth of the calls is moved first and the rest a quarter of an hour later. If the payment
// fails, or an alarm becomes active, the alias returns to the old version, and CloudFormation rolls the deployment
// back.
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
 * Functions of a payment that is paid with 3-D Secure and given back, and that have an alias: before one of
 * them gets traffic, a payment passes its new version. The others have nothing that it could pass.
 */
const PAID_THROUGH = [
  'authorizer',
  'hosted-page-create',
  'hosted-page-form',
  'hosted-page-pay',
  'hosted-page-three-d',
  'refund-cancellations',
];
export const isPaidThrough = ({ name }: Pick<DeployedFunction, 'name'>) => PAID_THROUGH.includes(name);

/**
 * The functions that call a bank, those of a payment, and the one by which a shop learns its outcome. All
 * others change at once.
 */
export const isShifted = ({ name, needs }: Pick<DeployedFunction, 'name' | 'needs'>): boolean =>
  needs.includes('acquirer') || isPaidThrough({ name }) || name === 'payment-show';

/**
 * Functions whose versions an operator can exchange at once (`npm run release`): those that move money, those
 * that answer a buyer, and those that record and send events.
 */
export const hasAlias = (fn: Pick<DeployedFunction, 'name' | 'needs' | 'home' | 'kind'>): boolean =>
  isShifted(fn) || fn.home === 'pay' || fn.kind === 'stream' || fn.kind === 'queue';

/**
 * CodeDeploy pays before and after the function's new version gets traffic, with the key of the canary. An
 * alias that is created gets no hook, so a first deployment needs no account.
 */
export const hasHooks = ({ gradual, canary }: Deployment, fn: Pick<DeployedFunction, 'name'>): boolean =>
  gradual && canary !== undefined && isPaidThrough(fn);
/** AWS's policy for CodeDeploy allows functions with this prefix only. */
export const hookName = (stage: string, hook: 'before' | 'after') => `CodeDeployHook_${nameOf(stage, hook)}`;

/** The CodeDeploy application. It has one deployment group per function, with the function's name. */
export const codeDeployName = (stage: string) => nameOf(stage, 'release');

type OfEvents = { retryAttempts?: number; maxEventAge?: Duration; onFailure?: IDestination };

/**
 * An alias does not inherit the handling of failed events from its function, so it gets the same settings.
 */
export function shiftTraffic(
  fn: LambdaFunction,
  definition: DeployedFunction,
  deployment: Deployment,
  events: OfEvents,
): IFunction {
  const { stage, gradual, followsMove } = deployment;
  const alias = new Alias(fn, 'Live', { aliasName: LIVE, version: fn.currentVersion as IVersion, ...events });
  // CodeDeploy would look for the version of the last template behind an alias that was moved; CloudFormation
  // alone sets the alias, wherever it points.
  if (gradual && !followsMove && isShifted(definition)) {
    (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: codeDeployName(stage),
        deploymentGroupName: definition.name,
        ...(hasHooks(deployment, definition) && {
          beforeAllowTrafficHook: hookName(stage, 'before'),
          afterAllowTrafficHook: hookName(stage, 'after'),
        }),
      },
    };
  }
  return alias as IFunction;
}
