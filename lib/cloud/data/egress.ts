// An optional fixed IP address for calls to banks. Functions that call a bank or get card numbers are in the
// VPC, no others. In production the address is retained if its stack is deleted, because banks take weeks to
// change an allow-list.
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
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import { createLogGroup } from '../function/log-group.ts';
import { removalPolicyOf } from '../removal.ts';
import { allowOnlyNamedHosts } from './dns-firewall.ts';

export type Egress = { vpc: IVpc; securityGroup: SecurityGroup };

export function createEgress(scope: Construct, deployment: Deployment): Egress {
  const { production } = deployment;
  const address = new CfnEIP(scope, 'EgressAddress', { domain: 'vpc' });
  address.overrideLogicalId('EgressAddress');
  address.applyRemovalPolicy(removalPolicyOf(production));
  new CfnOutput(scope, 'EgressIp', {
    value: address.attrPublicIp,
    description: 'For the allow-lists of banks',
  });

  const vpc = new Vpc(scope, 'Egress', {
    maxAzs: 2,
    natGateways: 1,
    natGatewayProvider: NatProvider.gateway({ eipAllocationIds: [address.attrAllocationId] }),
    // Nothing uses the default group; emptying it would take a function with permissions of its own.
    restrictDefaultSecurityGroup: false,
    subnetConfiguration: [
      { name: 'public', subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false },
      { name: 'functions', subnetType: SubnetType.PRIVATE_WITH_EGRESS },
    ],
  });
  // The table is reached without the NAT gateway, which charges for every byte.
  vpc.addGatewayEndpoint('TableEndpoint', { service: GatewayVpcEndpointAwsService.DYNAMODB });
  logFlows(scope, vpc, deployment);

  const securityGroup = new SecurityGroup(scope, 'EgressRules', {
    vpc: vpc as IVpc,
    allowAllOutbound: false,
    description: 'Functions that talk to banks: HTTPS outwards, nothing inwards',
  });
  securityGroup.addEgressRule(Peer.anyIpv4(), Port.HTTPS, 'Banks, KMS and the table');
  acknowledgeNetwork(vpc);
  if (deployment.bankHosts.length > 0) allowOnlyNamedHosts(scope, vpc as IVpc, deployment);
  return { vpc: vpc as IVpc, securityGroup };
}

function logFlows(scope: Construct, vpc: Vpc, { stage, production }: Deployment): void {
  const logGroupName = `/aws/vpc/${nameOf(stage, 'egress')}`;
  const logGroup = createLogGroup(scope, 'EgressFlows', { logGroupName, production });
  const flows = vpc.addFlowLog('Flows', { destination: FlowLogDestination.toCloudWatchLogs(logGroup) });
  acknowledge(flows, {
    'PCI.DSS.321-IAMNoInlinePolicy': 'The role exists for this one policy; nothing else may share it.',
  });
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
