// The removal policy of a resource that holds data or an address when its stack is deleted.
import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * Production retains the resource, except one that a rolled-back deployment created: it is empty, and its
 * name would block the next attempt.
 */
export const removalPolicyOf = (production: boolean): RemovalPolicy =>
  production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
