// Small servers in place of NAT gateways, one for each zone, at a ninth of the price. None is redundant:
// while it restarts, or is replaced by a deployment with a newer image, calls to banks from its zone are not
// sent. Their software comes from Amazon's repository at their first start.
import {
  AmazonLinuxCpuType,
  CfnEIPAssociation,
  type CfnInstance,
  CpuCredits,
  InstanceType,
  type ISecurityGroup,
  MachineImage,
  type NatInstanceProviderV2,
  NatProvider,
  NatTrafficDirection,
  Peer,
  Port,
  UserData,
} from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/** Forwards what arrives. The installation waits until the server has its address. */
const COMMANDS = [
  'until dnf install -y iptables-services; do sleep 5; done',
  'echo "net.ipv4.ip_forward=1" > /etc/sysctl.d/nat.conf',
  'sysctl -p /etc/sysctl.d/nat.conf',
  'iptables -t nat -A POSTROUTING -o $(ip route show default | cut -d " " -f 5) -j MASQUERADE',
  'iptables -F FORWARD',
  'service iptables save',
  'systemctl enable --now iptables',
];
/** The least that Amazon's image takes, in GB. */
const DISK_GB = 8;

export function natInstances(): NatInstanceProviderV2 {
  const userData = UserData.forLinux();
  userData.addCommands(...COMMANDS);
  return NatProvider.instanceV2({
    instanceType: new InstanceType('t4g.nano'),
    machineImage: MachineImage.latestAmazonLinux2023({ cpuType: AmazonLinuxCpuType.ARM_64 }),
    creditSpecification: CpuCredits.STANDARD,
    defaultAllowedTraffic: NatTrafficDirection.NONE,
    userData,
  });
}

/** Gives each server its address, and lets only functions use it. */
export function openNatInstances(
  scope: Construct,
  { connections, gatewayInstances }: NatInstanceProviderV2,
  { allocationIds, functions }: { allocationIds: readonly string[]; functions: ISecurityGroup },
): void {
  connections.allowFrom(functions, Port.HTTPS, 'Functions that talk to banks');
  connections.allowTo(Peer.anyIpv4(), Port.HTTPS, 'Banks, KMS and the repository of the image');
  gatewayInstances.forEach((instance, at) => {
    const allocationId = allocationIds[at];
    if (allocationId === undefined) throw new Error('A NAT instance has no address.');
    const { instanceId } = instance;
    new CfnEIPAssociation(scope, `AddressOfInstance${at + 1}`, { allocationId, instanceId });
    const server = instance.node.defaultChild as CfnInstance;
    const disk = { volumeSize: DISK_GB, volumeType: 'gp3', encrypted: true };
    server.blockDeviceMappings = [{ deviceName: '/dev/xvda', ebs: disk }];
    acknowledge(instance, {
      'AwsSolutions-EC28': 'It forwards packets; alarms watch the calls to banks that it carries.',
      'AwsSolutions-EC29': 'It keeps nothing: a deployment replaces it by one with a newer image.',
    });
  });
}
