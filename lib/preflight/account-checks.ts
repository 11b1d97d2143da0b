// What the account needs: CDK's resources, limits, the settings of AWS Backup.
import { nameOf } from '../cloud/deployment.ts';
import {
  type DeployedFunction,
  functionNameOf,
  functionsOf,
  tableOf,
} from '../cloud/function/deployed-function.ts';
import { RESERVED_BY_DEFAULT, UNRESERVED } from '../cloud/reserved-concurrency.ts';
import { jsonOf, rest, targeted, unless } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import { readStack } from '../operator/aws/stack-outputs.ts';
import { mapOf, membersOf, query } from '../operator/aws/xml-calls.ts';
import type { Check, Lack, Target } from './check.ts';

export type AccountTarget = Target & { account: string; qualifier: string };
type AccountReadings = AccountTarget & { executions: Promise<number> };

/** The version of CDK's bootstrap that uses a role of its own for CloudFormation. */
const BOOTSTRAP = 8;
/** Roles of a stage with room for new endpoints; docs/deploy-options.md, Limits. */
const ROLES = 100;

export function accountChecks(target: AccountReadings): Check[] {
  const { deployment } = target;
  const { fixedEgress, backupDays, backupVaultArn } = deployment;
  return [
    { name: 'CDK is bootstrapped', look: () => bootstrap(target) },
    { name: 'Lambda has executions', look: () => concurrency(target) },
    { name: 'IAM has roles left', look: () => roles(target) },
    ...(fixedEgress ? [{ name: 'A network and addresses are left', look: () => network(target) }] : []),
    ...(backupDays ? [{ name: 'AWS Backup copies tables', look: () => backups(target) }] : []),
    ...(backupVaultArn && !backupVaultArn.includes(`:${target.account}:`)
      ? [{ name: 'Backups are copied to other accounts', look: () => copies(target) }]
      : []),
  ];
}

async function bootstrap({ signer, account, qualifier }: AccountReadings): Promise<string | Lack> {
  const call = targeted(signer, 'ssm', 'AmazonSSM');
  const asked = call('GetParameter', { Name: `/cdk-bootstrap/${qualifier}/version` });
  const found = await unless(['ParameterNotFound'], asked);
  const version = Number((found?.['Parameter'] as { Value?: string } | undefined)?.Value ?? 0);
  if (version >= BOOTSTRAP) return `version ${version}`;
  const seen = version === 0 ? `not in ${signer.region}` : `version ${version} is too old`;
  return { seen, mend: [`npx cdk bootstrap aws://${account}/${signer.region}`] };
}

/** Executions that the account can give to this stage, those included that it has reserved already. */
export async function executionsOf({ deployment, signer }: Target): Promise<number> {
  const call = rest(signer, 'lambda');
  const reserving = { ...RESERVED_BY_DEFAULT, ...deployment.reservedConcurrency };
  const reserved = async (fn: DeployedFunction) => {
    const path = `/2019-09-30/functions/${functionNameOf(deployment.stage, fn)}/concurrency`;
    const text = await unless(['404', 'ResourceNotFoundException'], call('GET', path));
    return Number(jsonOf(text ?? '')['ReservedConcurrentExecutions'] ?? 0);
  };
  const [settings, ...own] = await Promise.all([
    call('GET', '/2016-08-19/account-settings/'),
    ...functionsOf(tableOf(deployment))
      .filter(({ name }) => name in reserving)
      .map(reserved),
  ]);
  const limit = jsonOf(settings)['AccountLimit'] as { UnreservedConcurrentExecutions: number };
  return own.reduce((sum, one) => sum + one, limit.UnreservedConcurrentExecutions);
}

async function concurrency({ deployment, executions: reading }: AccountReadings): Promise<string | Lack> {
  const executions = await reading;
  const { wantedExecutions: wanted } = deployment;
  const needed = wanted === 0 ? 0 : wanted + UNRESERVED;
  if (executions >= needed) return `${executions}`;
  const seen = `${executions}: ${wanted} are reserved beside the ${UNRESERVED} that AWS demands`;
  return { seen, mend: [raise('lambda', 'L-B99A9384', Math.max(1000, needed))] };
}

const raise = (service: string, code: string, value: number) =>
  'aws service-quotas request-service-quota-increase ' +
  `--service-code ${service} --quota-code ${code} --desired-value ${value}`;

async function roles({ signer }: AccountReadings): Promise<string | Lack> {
  const summary = await query(signer, 'iam', '2010-05-08')('GetAccountSummary');
  const { Roles, RolesQuota } = mapOf(summary['SummaryMap']);
  const used = Number(Roles);
  const seen = `${used} of ${RolesQuota} are used`;
  const isRoom = used + ROLES <= Number(RolesQuota);
  return isRoom ? seen : { seen, mend: [raise('iam', 'L-FE177D64', used + 2 * ROLES)] };
}

/** One more network, and a new address for each zone, unless the stage has them already. */
async function network({ deployment, signer }: AccountReadings): Promise<string | Lack> {
  const ec2 = query(signer, 'ec2', '2016-11-15');
  const [networks, addresses, mostNetworks, mostAddresses, own] = await Promise.all([
    ec2('DescribeVpcs').then(({ vpcSet }) => membersOf(vpcSet).length),
    ec2('DescribeAddresses').then(({ addressesSet }) => membersOf(addressesSet).length),
    quotaOf(signer, 'vpc', 'L-F678F1CE'),
    quotaOf(signer, 'ec2', 'L-0263D0A3'),
    readStack(signer, nameOf(deployment.stage, 'data')),
  ]);
  const { eipAllocationId, egressZones } = deployment;
  const isThere = own?.outputs.some(([name]) => name.startsWith('EgressIp')) ?? false;
  const more = isThere || eipAllocationId.length > 0 ? 0 : egressZones;
  const isFull = !isThere && networks + 1 > mostNetworks;
  const used = `${networks} of ${mostNetworks} networks and ${addresses} of ${mostAddresses} addresses`;
  const seen = `${used} are used`;
  const mend = [
    ...(isFull ? [raise('vpc', 'L-F678F1CE', networks + 5)] : []),
    ...(addresses + more > mostAddresses ? [raise('ec2', 'L-0263D0A3', addresses + 5)] : []),
  ];
  return mend.length === 0 ? seen : { seen, mend };
}

/** Service Quotas knows the value of the account, or only the default. */
async function quotaOf(signer: Signer, ServiceCode: string, QuotaCode: string): Promise<number> {
  const call = targeted(signer, 'servicequotas', 'ServiceQuotasV20190624');
  const asked = { ServiceCode, QuotaCode };
  const found =
    (await unless(['NoSuchResourceException'], call('GetServiceQuota', asked))) ??
    (await call('GetAWSDefaultServiceQuota', asked));
  return Number((found['Quota'] as { Value?: number } | undefined)?.Value ?? 0);
}

async function backups({ signer }: AccountReadings): Promise<string | Lack> {
  const settings = jsonOf(await rest(signer, 'backup')('GET', '/account-settings')) as Record<
    'ResourceTypeOptInPreference' | 'ResourceTypeManagementPreference',
    { DynamoDB?: boolean } | undefined
  >;
  const isOn = settings.ResourceTypeOptInPreference?.DynamoDB === true;
  const isAdvanced = settings.ResourceTypeManagementPreference?.DynamoDB === true;
  // Only backups with the advanced features go into cold storage, or into another account.
  if (isOn && isAdvanced) return 'turned on';
  const preference =
    '--resource-type-opt-in-preference DynamoDB=true --resource-type-management-preference DynamoDB=true';
  return {
    seen: isOn
      ? 'without the advanced features, which cold storage and copies need'
      : 'turned off for DynamoDB',
    mend: [`aws backup update-region-settings ${preference}`],
  };
}

async function copies({ signer }: AccountReadings): Promise<string | Lack> {
  const { GlobalSettings } = jsonOf(await rest(signer, 'backup')('GET', '/global-settings'));
  const settings = (GlobalSettings ?? {}) as Record<string, string>;
  if (settings['isCrossAccountBackupEnabled'] === 'true') return 'turned on';
  return {
    seen: 'turned off',
    mend: [
      '# in the management account of the organisation:',
      'aws backup update-global-settings --global-settings isCrossAccountBackupEnabled=true',
    ],
  };
}
