// Optional fixed IP addresses for calls to banks, one for each zone. Only functions that call a bank or get
// card numbers are in the VPC. In production the addresses are retained if their stack is deleted, because
// banks take weeks to change an allow-list.
import { CfnOutput } from 'aws-cdk-lib';
import {
  CfnEIP,
  FlowLogDestination,
  GatewayVpcEndpointAwsService,
  type IVpc,
  NatProvider,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge, OWN_POLICY } from '../acknowledge.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import { createLogGroup } from '../function/log-group.ts';
import { removalPolicyOf } from '../stage-stack.ts';
import { allowOnlyNamedHosts } from './dns-firewall.ts';
import { natInstances, openNatInstances } from './nat-instances.ts';
import type { TableName } from './table.ts';

type Tables = { table: TableName; leaseTable: TableName };
export type Egress = { vpc: IVpc; securityGroup: SecurityGroup };

export function createEgress(
  scope: Construct,
  deployment: Deployment,
  { table, leaseTable }: Tables,
): Egress {
  const eipAllocationIds = addressesOf(scope, deployment);
  const instances = deployment.egressBy === 'instance' ? natInstances() : undefined;
  const vpc = new Vpc(scope, 'Egress', {
    maxAzs: 2,
    natGateways: eipAllocationIds.length,
    natGatewayProvider: instances ?? NatProvider.gateway({ eipAllocationIds }),
    // No interface uses the default group. CDK would empty it with a function that has permissions of its
    // own.
    restrictDefaultSecurityGroup: false,
    subnetConfiguration: [
      { name: 'public', subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false },
      { name: 'functions', subnetType: SubnetType.PRIVATE_WITH_EGRESS },
    ],
  });
  // Traffic to the tables bypasses the NAT gateway, which charges for every byte.
  const endpoint = vpc.addGatewayEndpoint('TableEndpoint', {
    service: GatewayVpcEndpointAwsService.DYNAMODB,
  });
  const own = [table.tableArn, `${table.tableArn}/index/*`, leaseTable.tableArn];
  endpoint.addToPolicy(onlyOn(['dynamodb:*'], own));
  logFlows(scope, vpc, deployment);

  const securityGroup = new SecurityGroup(scope, 'EgressRules', {
    vpc: vpc as IVpc,
    allowAllOutbound: false,
    description: 'Functions that talk to banks: HTTPS outwards, nothing inwards',
  });
  securityGroup.addEgressRule(Peer.anyIpv4(), Port.HTTPS, 'Banks, KMS and the table');
  if (instances) {
    openNatInstances(scope, instances, { allocationIds: eipAllocationIds, functions: securityGroup });
  }
  acknowledgeNetwork(vpc);
  if (deployment.bankHosts.length > 0) allowOnlyNamedHosts(scope, vpc as IVpc, deployment);
  return { vpc: vpc as IVpc, securityGroup };
}

/** One address for each zone: existing ones that banks allow-list already, or new ones. */
function addressesOf(scope: Construct, deployment: Deployment): string[] {
  const { production, eipAllocationId, egressZones } = deployment;
  if (eipAllocationId.length > 0) return eipAllocationId;
  const addresses = Array.from({ length: egressZones }, (_, at) => {
    const id = at === 0 ? 'EgressAddress' : `EgressAddress${at + 1}`;
    const address = new CfnEIP(scope, id, { domain: 'vpc' });
    address.overrideLogicalId(id);
    address.applyRemovalPolicy(removalPolicyOf(production));
    return address;
  });
  new CfnOutput(scope, 'EgressIp', {
    value: addresses.map(({ attrPublicIp }) => attrPublicIp).join(','),
    description: 'For the allow-lists of banks',
  });
  return addresses.map(({ attrAllocationId }) => attrAllocationId);
}

/** Keeps code from reaching tables or keys of another account through the endpoint. */
const onlyOn = (actions: string[], resources: string[]) =>
  new PolicyStatement({ principals: [new AnyPrincipal()], actions, resources });

function logFlows(scope: Construct, vpc: Vpc, { stage, production }: Deployment): void {
  const logGroupName = `/aws/vpc/${nameOf(stage, 'egress')}`;
  const logGroup = createLogGroup(scope, 'EgressFlows', { logGroupName, production });
  const flows = vpc.addFlowLog('Flows', { destination: FlowLogDestination.toCloudWatchLogs(logGroup) });
  acknowledge(flows, OWN_POLICY);
}

function acknowledgeNetwork(vpc: Vpc): void {
  acknowledge(vpc, {
    'PCI.DSS.321-VPCDefaultSecurityGroupClosed':
      'No interface uses the default group; closing it takes a custom resource that may edit any group.',
  });
  for (const subnet of vpc.publicSubnets) {
    acknowledge(subnet, {
      'PCI.DSS.321-VPCNoUnrestrictedRouteToIGW':
        'The NAT gateway is in this subnet and must reach banks; no function or server is.',
    });
  }
}
