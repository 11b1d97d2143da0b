// What happens to a resource that holds data or an address when its stack goes.
import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * Production keeps it, except for what a deployment created that was rolled back: its name would block the
 * next attempt, and it holds nothing yet.
 */
export const removalPolicyOf = (production: boolean): RemovalPolicy =>
  production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
