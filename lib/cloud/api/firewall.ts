// The option of a web application firewall before an API. One rule: an address that floods us is refused
// until it stops. Card data never reaches its log, and neither do keys nor hosted page tokens.
import { RemovalPolicy } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { nameOf } from '../deployment.ts';

/**
 * Of one address. Mobile operators put thousands of buyers behind one address and a large merchant calls
 * from one: this stops floods, it does not ration.
 */
const REQUESTS_PER_WINDOW = 3000;
const WINDOW_SECONDS = 60;

export class Firewall extends Construct {
  constructor(scope: Construct, id: string, stage: string, apis: Readonly<Record<string, RestApi>>) {
    super(scope, id);
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
    this.logBlocked(acl, stage);
  }

  private logBlocked(acl: CfnWebACL, stage: string): void {
    const logGroup = new LogGroup(this, 'Log', {
      // AWS WAF writes to groups of this prefix only.
      logGroupName: `aws-waf-logs-${nameOf(stage)}`,
      retention: RetentionDays.ONE_YEAR,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(logGroup, {
      'PCI.DSS.321-CloudWatchLogGroupEncrypted': 'Blocked requests without key and path; nothing secret.',
    });
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
