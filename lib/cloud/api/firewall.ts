// The option of a web application firewall before an API. One rule: an address that floods us is refused
// until it stops. Card data never reaches its log, and neither do keys nor hosted page tokens.
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { type Deployment, nameOf } from '../deployment.ts';
import { createLogGroup } from '../function/log-group.ts';

/**
 * Of one address. Mobile operators put thousands of buyers behind one address and a large merchant calls
 * from one: this stops floods, it does not ration.
 */
const REQUESTS_PER_WINDOW = 3000;
const WINDOW_SECONDS = 60;

export class Firewall extends Construct {
  constructor(scope: Construct, id: string, deployment: Deployment, apis: Readonly<Record<string, RestApi>>) {
    super(scope, id);
    const { stage } = deployment;
    const visible = (metricName: string) => {
      return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
    };
    const acl = new CfnWebACL(this, 'Acl', {
      name: nameOf(stage, 'firewall'),
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible('requests'),
      rules: [
        {
          name: 'flood',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: REQUESTS_PER_WINDOW,
              evaluationWindowSec: WINDOW_SECONDS,
            },
          },
          visibilityConfig: visible('flood'),
        },
      ],
    });
    for (const [name, api] of Object.entries(apis)) {
      const resourceArn = api.deploymentStage.stageArn;
      new CfnWebACLAssociation(this, `Before${name}`, { resourceArn, webAclArn: acl.attrArn });
    }
    this.logBlocked(acl, deployment);
  }

  private logBlocked(acl: CfnWebACL, { stage, production }: Deployment): void {
    // AWS WAF writes to groups of this prefix only.
    const logGroupName = `aws-waf-logs-${nameOf(stage)}`;
    const logGroup = createLogGroup(this, 'Log', { logGroupName, production });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [logGroup.logGroupArn],
      redactedFields: [{ singleHeader: { Name: 'x-api-key' } }, { uriPath: {} }, { queryString: {} }],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
          },
        ],
      },
    });
  }
}
