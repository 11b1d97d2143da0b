// What the functions in the network may look up: the banks that are named, and AWS's endpoints that they
// need. Everything else does not exist for them, so code that was taken over cannot send card numbers to a
// host of its own by name. An address without a name is not stopped by this.
import { Aws } from 'aws-cdk-lib';
import type { IVpc } from 'aws-cdk-lib/aws-ec2';
import {
  CfnFirewallDomainList,
  CfnFirewallRuleGroup,
  CfnFirewallRuleGroupAssociation,
  CfnResolverQueryLoggingConfig,
  CfnResolverQueryLoggingConfigAssociation,
} from 'aws-cdk-lib/aws-route53resolver';
import type { Construct } from 'constructs';
import { type Deployment, nameOf } from '../deployment.ts';
import { createLogGroup } from '../function/log-group.ts';

/** The SDK addresses the table of an account by a name of its own, below `ddb`. */
const AWS_HOSTS = ['kms', 'dynamodb', 'scheduler', '*.ddb'];

export function allowOnlyNamedHosts(scope: Construct, vpc: IVpc, deployment: Deployment): void {
  const { stage, bankHosts } = deployment;
  const named = (id: string, name: string, domains: string[]) =>
    new CfnFirewallDomainList(scope, id, { name: nameOf(stage, name), domains });
  const aws = AWS_HOSTS.map((host) => `${host}.${Aws.REGION}.${Aws.URL_SUFFIX}`);
  const allowed = named('EgressHosts', 'egress-hosts', [...bankHosts, ...aws]);
  const others = named('OtherHosts', 'other-hosts', ['*']);
  const rules = new CfnFirewallRuleGroup(scope, 'EgressNames', {
    name: nameOf(stage, 'egress-names'),
    firewallRules: [
      {
        priority: 100,
        action: 'ALLOW',
        firewallDomainListId: allowed.attrId,
        // A bank may point its name at another one; the name that was asked for decides.
        firewallDomainRedirectionAction: 'TRUST_REDIRECTION_DOMAIN',
      },
      { priority: 200, action: 'BLOCK', blockResponse: 'NODATA', firewallDomainListId: others.attrId },
    ],
  });
  new CfnFirewallRuleGroupAssociation(scope, 'EgressNamesOfNetwork', {
    name: nameOf(stage, 'egress-names'),
    firewallRuleGroupId: rules.attrId,
    vpcId: vpc.vpcId,
    priority: 101,
  });
  logNames(scope, vpc, deployment);
}

/** Which names were looked up and which were refused, by which interface. */
function logNames(scope: Construct, vpc: IVpc, { stage, production }: Deployment): void {
  const logGroupName = `/aws/route53resolver/${nameOf(stage, 'names')}`;
  const logGroup = createLogGroup(scope, 'EgressNamesLog', { logGroupName, production });
  const logging = new CfnResolverQueryLoggingConfig(scope, 'EgressNamesLogging', {
    name: nameOf(stage, 'names'),
    destinationArn: logGroup.logGroupArn,
  });
  new CfnResolverQueryLoggingConfigAssociation(scope, 'EgressNamesLogged', {
    resolverQueryLogConfigId: logging.attrId,
    resourceId: vpc.vpcId,
  });
}
