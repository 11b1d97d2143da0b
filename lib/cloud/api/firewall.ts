// An optional web application firewall for the APIs. Its log contains no card data, API keys or hosted page
// tokens.
import { Aws } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnIPSet, CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { type Deployment, nameOf } from '../deployment.ts';
import { createLogGroup } from '../function/log-group.ts';
import { firewallRules, PAGE_FLOOD, visibility } from './firewall-rules.ts';

export class Firewall extends Construct {
  constructor(scope: Construct, id: string, deployment: Deployment, apis: Readonly<Record<string, RestApi>>) {
    super(scope, id);
    const { stage, console, allowedConsoleAddresses: addresses } = deployment;
    const networks =
      console && addresses.length > 0
        ? new CfnIPSet(this, 'Desk', {
            name: nameOf(stage, 'desk'),
            scope: 'REGIONAL',
            ipAddressVersion: 'IPV4',
            addresses,
          })
        : undefined;
    const desk = console && networks && { host: console.domainName, networksArn: networks.attrArn };
    const acl = new CfnWebACL(this, 'Acl', {
      name: nameOf(stage, 'firewall'),
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      // The alarm finds the firewall's metrics by this name.
      visibilityConfig: visibility(nameOf(stage, 'firewall')),
      rules: firewallRules(deployment, desk),
    });
    for (const [name, api] of Object.entries(apis)) {
      const resourceArn = api.deploymentStage.stageArn;
      new CfnWebACLAssociation(this, `Before${name}`, { resourceArn, webAclArn: acl.attrArn });
    }
    this.logBlocked(acl, deployment);
  }

  private logBlocked(acl: CfnWebACL, { stage, production }: Deployment): void {
    // AWS WAF writes only to log groups with this prefix.
    const logGroupName = `aws-waf-logs-${nameOf(stage)}`;
    const logGroup = createLogGroup(this, 'Log', { logGroupName, production });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [logGroup.logGroupArn],
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        ...['x-api-key', 'referer', 'cookie'].map((Name) => ({ singleHeader: { Name } })),
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        // The first that matches decides. A line of a flooded page has its path as the key of the count.
        Filters: [
          {
            Behavior: 'DROP',
            Requirement: 'MEETS_ANY',
            Conditions: [
              {
                LabelNameCondition: {
                  LabelName: `awswaf:${Aws.ACCOUNT_ID}:webacl:${nameOf(stage, 'firewall')}:${PAGE_FLOOD}`,
                },
              },
            ],
          },
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
