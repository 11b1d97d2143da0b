// What the account needs: CDK's resources, limits, a trail, the settings of AWS Backup.
import { type Deployment, nameOf } from '../cloud/deployment.ts';
import { RESERVED_BY_DEFAULT, UNRESERVED, WHOLE } from '../cloud/reserved-concurrency.ts';
import { type Answer, jsonOf, query, rest, targeted, unless } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import type { Check, Lack } from './check.ts';

type Of = { deployment: Deployment; account: string; signer: Signer; qualifier: string };

/** The version of CDK's bootstrap that uses a role of its own for CloudFormation. */
const BOOTSTRAP = 8;
/** Roles of a stage with room for new endpoints; docs/deploy-options.md, Limits. */
const ROLES = 100;

export function accountChecks(of: Of): Check[] {
  const { deployment } = of;
  const { production, fixedEgress, backup, backupVaultArn } = deployment;
  return [
    { name: 'CDK is bootstrapped', look: () => bootstrap(of) },
    { name: 'Lambda has executions', look: () => concurrency(of) },
    { name: 'IAM has roles left', look: () => roles(of) },
    ...(fixedEgress ? [{ name: 'A network and addresses are left', look: () => network(of) }] : []),
    ...(production ? [{ name: 'A trail records changes of keys', look: () => trail(of) }] : []),
    ...(backup ? [{ name: 'AWS Backup copies tables', look: () => backups(of) }] : []),
    ...(backupVaultArn && !backupVaultArn.includes(`:${of.account}:`)
      ? [{ name: 'Backups are copied to other accounts', look: () => copies(of) }]
      : []),
  ];
}

async function bootstrap({ signer, account, qualifier }: Of): Promise<string | Lack> {
  const call = targeted(signer, 'ssm', 'AmazonSSM');
  const asked = call('GetParameter', { Name: `/cdk-bootstrap/${qualifier}/version` });
  const found = await unless(['ParameterNotFound'], asked);
  const version = Number((found?.['Parameter'] as { Value?: string } | undefined)?.Value ?? 0);
  if (version >= BOOTSTRAP) return `version ${version}`;
  const seen = version === 0 ? `not in ${signer.region}` : `version ${version} is too old`;
  return { seen, mend: [`npx cdk bootstrap aws://${account}/${signer.region}`] };
}

/** Executions that the account can give to this stage, those included that it has reserved already. */
export async function executionsOf({
  deployment,
  signer,
}: Pick<Of, 'deployment' | 'signer'>): Promise<number> {
  const call = rest(signer, 'lambda');
  const reserved = async (name: string) => {
    const path = `/2019-09-30/functions/${nameOf(deployment.stage, name)}/concurrency`;
    const text = await unless(['404', 'ResourceNotFoundException'], call('GET', path));
    return Number(jsonOf(text ?? '')['ReservedConcurrentExecutions'] ?? 0);
  };
  const [settings, ...own] = await Promise.all([
    call('GET', '/2016-08-19/account-settings/'),
    ...Object.keys(RESERVED_BY_DEFAULT).map(reserved),
  ]);
  const limit = jsonOf(settings)['AccountLimit'] as { UnreservedConcurrentExecutions: number };
  return own.reduce((sum, one) => sum + one, limit.UnreservedConcurrentExecutions);
}

async function concurrency(of: Of): Promise<string | Lack> {
  const executions = await executionsOf(of);
  const { production, reservedConcurrency } = of.deployment;
  const wanted = Object.values(reservedConcurrency).reduce((sum, one) => sum + one, 0);
  if (executions >= WHOLE || (!production && wanted === 0)) return `${executions}`;
  const reserves = `production reserves ${WHOLE - UNRESERVED} beside the ${UNRESERVED} that AWS demands`;
  return { seen: `${executions}: ${reserves}`, mend: [raise('lambda', 'L-B99A9384', 1000)] };
}

const raise = (service: string, code: string, value: number) =>
  'aws service-quotas request-service-quota-increase ' +
  `--service-code ${service} --quota-code ${code} --desired-value ${value}`;

async function roles({ signer }: Of): Promise<string | Lack> {
  const xml = await query(signer, 'iam', '2010-05-08')('GetAccountSummary');
  const count = (name: string) =>
    Number(new RegExp(`<key>${name}</key>\\s*<value>(\\d+)</value>`).exec(xml)?.[1] ?? 0);
  const [used, most] = [count('Roles'), count('RolesQuota')];
  const seen = `${used} of ${most} are used`;
  return used + ROLES <= most ? seen : { seen, mend: [raise('iam', 'L-FE177D64', used + 2 * ROLES)] };
}

/** One more network, and a new address for each zone, unless the stage has them already. */
async function network({ deployment, signer }: Of): Promise<string | Lack> {
  const ec2 = query(signer, 'ec2', '2016-11-15');
  const stack = query(signer, 'cloudformation', '2010-05-15');
  const [networks, addresses, mostNetworks, mostAddresses, own] = await Promise.all([
    ec2('DescribeVpcs').then((xml) => countOf(xml, 'vpcId')),
    ec2('DescribeAddresses').then((xml) => countOf(xml, 'allocationId')),
    quotaOf(signer, 'vpc', 'L-F678F1CE'),
    quotaOf(signer, 'ec2', 'L-0263D0A3'),
    unless(['ValidationError'], stack('DescribeStacks', { StackName: nameOf(deployment.stage, 'data') })),
  ]);
  const { eipAllocationId, egressZones } = deployment;
  const isThere = own?.includes('EgressIp') ?? false;
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

const countOf = (xml: string, name: string) =>
  new Set([...xml.matchAll(new RegExp(`<${name}>([^<]+)</${name}>`, 'g'))].map(([, one]) => one)).size;

/** Service Quotas knows the value of the account, or only the default. */
async function quotaOf(signer: Signer, ServiceCode: string, QuotaCode: string): Promise<number> {
  const call = targeted(signer, 'servicequotas', 'ServiceQuotasV20190624');
  const asked = { ServiceCode, QuotaCode };
  const found =
    (await unless(['NoSuchResourceException'], call('GetServiceQuota', asked))) ??
    (await call('GetAWSDefaultServiceQuota', asked));
  return Number((found['Quota'] as { Value?: number } | undefined)?.Value ?? 0);
}

type Trail = { Name: string; TrailARN: string; HomeRegion: string; IsMultiRegionTrail: boolean };

/** Changes of keys are management events, which EventBridge reports from a trail that logs. */
async function trail({ signer, account }: Of): Promise<string | Lack> {
  const call = targeted(signer, 'cloudtrail', 'com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101');
  const { trailList = [] } = (await call('DescribeTrails', {})) as { trailList?: Trail[] };
  const here = trailList.filter((one) => one.IsMultiRegionTrail || one.HomeRegion === signer.region);
  const logs = async ({ TrailARN }: Trail) => {
    const [status, selectors] = await Promise.all([
      call('GetTrailStatus', { Name: TrailARN }),
      call('GetEventSelectors', { TrailName: TrailARN }),
    ]);
    return status['IsLogging'] === true && hasManagementEvents(selectors);
  };
  const logging = await Promise.all(here.map(async (one) => ((await logs(one)) ? one.Name : undefined)));
  const found = logging.find((name) => name !== undefined);
  if (found !== undefined) return found;
  const bucket = `payments-trail-${account}`;
  return {
    seen: here.length === 0 ? 'there is none' : `${here.map(({ Name }) => Name).join(', ')} records none`,
    mend: [
      '# into a bucket whose policy lets CloudTrail write, in an account that operators cannot change:',
      `aws cloudtrail create-trail --name payments --s3-bucket-name ${bucket} --is-multi-region-trail`,
      'aws cloudtrail start-logging --name payments',
    ],
  };
}

function hasManagementEvents({ EventSelectors = [], AdvancedEventSelectors = [] }: Answer): boolean {
  const plain = EventSelectors as { IncludeManagementEvents?: boolean; ReadWriteType?: string }[];
  return (
    plain.some((one) => one.IncludeManagementEvents === true && one.ReadWriteType !== 'ReadOnly') ||
    JSON.stringify(AdvancedEventSelectors).includes('"Management"')
  );
}

async function backups({ signer }: Of): Promise<string | Lack> {
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

async function copies({ signer }: Of): Promise<string | Lack> {
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
