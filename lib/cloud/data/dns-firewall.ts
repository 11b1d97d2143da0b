// The DNS firewall of the network: functions can look up only the named banks and the AWS endpoints that they
// need. No other name resolves, so malicious code in a function cannot send card numbers to an attacker's
// host by its name. The firewall does not stop a connection to a bare IP address.
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

/** `*.ddb` is needed because the SDK calls DynamoDB by a host name for each account, below `ddb`. */
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
        // A bank's name may be an alias of another name. Only the requested name is checked.
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

/** Logs which names were looked up and which were refused, with the network interface. */
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
