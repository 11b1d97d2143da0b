// What every stack of a stage has, and what happens to its resources when it is deleted.
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type Deployment, nameOf } from './deployment.ts';

export abstract class StageStack extends Stack {
  /**
   * CDK indents templates by default, and a template of this size would approach CloudFormation's limit of
   * one megabyte. Every stack of production is protected from deletion: merchants call the service, and links
   * to pages contain the names of its APIs.
   */
  constructor(
    scope: Construct,
    { stage, production }: Pick<Deployment, 'stage' | 'production'>,
    description: string,
    ...part: string[]
  ) {
    super(scope, nameOf(stage, ...part), {
      suppressTemplateIndentation: true,
      terminationProtection: production,
      description,
    });
  }
}

/**
 * For a resource that holds data or an address. Production retains it, except one that a rolled-back
 * deployment created: it is empty, and its name would block the next attempt.
 */
export const removalPolicyOf = (production: boolean): RemovalPolicy =>
  production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
