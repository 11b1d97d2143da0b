// A server that answers like AWS, in the shapes of AWS's API references. No account was there to record: only
// a real one proves that the shapes are right.
import { execFile } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describeRelease, releaseOf } from '../../../lib/cloud/release-name.ts';
import { type Answer, answerAsAws } from '../../harness/aws-server.ts';

export const ACCOUNT = '111111111111';
export const REGION = 'eu-central-1';
export const CERTIFICATE = `arn:aws:acm:${REGION}:${ACCOUNT}:certificate/both`;
export const PAGER = `arn:aws:sns:${REGION}:${ACCOUNT}:pager`;

export const json = (value: object): Answer => ({ body: JSON.stringify(value) });
export const refusedJson = (type: string): Answer => ({
  status: 400,
  body: JSON.stringify({ __type: type }),
});
export const refusedXml = (code: string, status = 400, message = ''): Answer => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>
    <RequestId>request-1</RequestId></ErrorResponse>`,
});
export const throttled: Answer = {
  status: 429,
  headers: { 'x-amzn-errortype': 'TooManyRequestsException' },
  body: '{"message":"Rate exceeded"}',
};
const noStack = refusedXml('ValidationError', 400, 'Stack with id payment does not exist');
const missing: Answer = { status: 404, body: '{"Message":"not found"}' };

const certificate = (DomainName: string, more: object = {}) =>
  json({ Certificate: { DomainName, SubjectAlternativeNames: [DomainName], Status: 'ISSUED', ...more } });
export const pendingCertificate = (DomainName: string) =>
  certificate(DomainName, {
    Status: 'PENDING_VALIDATION',
    DomainValidationOptions: [
      {
        DomainName,
        ResourceRecord: { Name: `_a.${DomainName}.`, Type: 'CNAME', Value: '_b.acm-validations.aws.' },
      },
    ],
  });
export const certificateFor = certificate;
export const stackWith = (status: string, outputs = ''): Answer => ({
  body: `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackStatus>${status}</StackStatus>
    <Outputs>${outputs}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
});
const topicPolicy = (services: readonly string[]) =>
  JSON.stringify({
    Statement: [{ Effect: 'Allow', Principal: { Service: services }, Action: 'sns:Publish' }],
  });
export const topicFor = (services: readonly string[]): Answer => ({
  body: `<GetTopicAttributesResponse><GetTopicAttributesResult><Attributes><entry><key>Policy</key>
    <value>${topicPolicy(services).replaceAll('"', '&quot;')}</value></entry></Attributes>
    </GetTopicAttributesResult></GetTopicAttributesResponse>`,
});
export const zoneNamed = (name: string, isPrivate = false): Answer => ({
  body: `<GetHostedZoneResponse><HostedZone><Id>/hostedzone/Z0000000</Id><Name>${name}.</Name>
    <Config><PrivateZone>${isPrivate}</PrivateZone></Config></HostedZone></GetHostedZoneResponse>`,
});
const items = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `<item><${name}>${at}</${name}></item>`).join('');
export const networks = (count: number): Answer => ({
  body: `<DescribeVpcsResponse><requestId>r</requestId><vpcSet>${items('vpcId', count)}</vpcSet>
    </DescribeVpcsResponse>`,
});
export const elasticAddresses = (count: number): Answer => ({
  body: `<DescribeAddressesResponse><requestId>r</requestId>
    <addressesSet>${items('allocationId', count)}</addressesSet></DescribeAddressesResponse>`,
});
export const rolesUsed = (used: number): Answer => ({
  body: `<GetAccountSummaryResponse><GetAccountSummaryResult><SummaryMap>
    <entry><key>RolesQuota</key><value>1000</value></entry>
    <entry><key>Roles</key><value>${used}</value></entry>
    </SummaryMap></GetAccountSummaryResult></GetAccountSummaryResponse>`,
});
/** An alias record, or without a target one of another type. */
export const recordOf = (name: string, target?: string): Answer => ({
  body: `<ListResourceRecordSetsResponse><ResourceRecordSets><ResourceRecordSet><Name>${name}.</Name>
    <Type>${target === undefined ? 'CNAME' : 'A'}</Type>
    ${target === undefined ? '' : `<AliasTarget><DNSName>${target}.</DNSName></AliasTarget>`}
    </ResourceRecordSet></ResourceRecordSets><IsTruncated>false</IsTruncated>
    </ListResourceRecordSetsResponse>`,
});
/** The selectors of a trail for calls of tables. */
export const selectorsFor = (arn: string, more: object[] = []) => [
  {
    FieldSelectors: [
      { Field: 'eventCategory', Equals: ['Data'] },
      { Field: 'resources.type', Equals: ['AWS::DynamoDB::Table'] },
      { Field: 'resources.ARN', Equals: [arn] },
      ...more,
    ],
  },
];
export const TABLE = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/payment-production`;

/** The digest of the newest version of `charge`. */
export const DEPLOYED = 'dddddddd';
/** The answers about `charge`, whose alias is at version 2, the newest, or at 1. */
export function chargeAt(FunctionVersion: '1' | '2', stage = 'production'): Record<string, Answer> {
  const path = `/2015-03-31/functions/payment-${stage}-charge`;
  const { release } = releaseOf(stage, () => DEPLOYED);
  const Versions = ['1.0.1 aaaaaaaa', release].map((name, at) => ({
    Version: String(at + 1),
    Description: describeRelease(name, 'Nothing is charged.'),
    LastModified: `2026-11-0${at + 1}T00:00:00.000+0000`,
  }));
  return {
    [`GET ${path}/aliases/live`]: json({ FunctionVersion }),
    [`GET ${path}/versions?MaxItems=50`]: json({ Versions }),
  };
}

/** Answers by operation, or by method and path; a name with an argument wins over the name alone. */
const WELL: Readonly<Record<string, Answer>> = {
  GetCallerIdentity: {
    body: `<GetCallerIdentityResponse><GetCallerIdentityResult>
      <Arn>arn:aws:sts::${ACCOUNT}:assumed-role/deploy/me</Arn>
      </GetCallerIdentityResult></GetCallerIdentityResponse>`,
  },
  GetParameter: json({ Parameter: { Name: '/cdk-bootstrap/hnb659fds/version', Value: '28' } }),
  'GET /2016-08-19/account-settings/': json({
    AccountLimit: {
      ConcurrentExecutions: 1000,
      UnreservedConcurrentExecutions: 1000,
      TotalCodeSize: 80530636800,
    },
    AccountUsage: { FunctionCount: 0, TotalCodeSize: 0 },
  }),
  GetAccountSummary: rolesUsed(20),
  DescribeVpcs: networks(1),
  DescribeAddresses: elasticAddresses(0),
  GetServiceQuota: json({ Quota: { QuotaCode: 'L-1', Value: 5, Adjustable: true } }),
  DescribeTrails: json({
    trailList: [
      {
        Name: 'all',
        TrailARN: `arn:aws:cloudtrail:eu-west-1:${ACCOUNT}:trail/all`,
        HomeRegion: 'eu-west-1',
        IsMultiRegionTrail: true,
      },
    ],
  }),
  GetTrailStatus: json({ IsLogging: true }),
  GetEventSelectors: json({
    EventSelectors: [
      {
        ReadWriteType: 'All',
        IncludeManagementEvents: true,
        DataResources: [{ Type: 'AWS::DynamoDB::Table', Values: ['arn:aws:dynamodb'] }],
      },
    ],
  }),
  'GET /account-settings': json({
    ResourceTypeOptInPreference: { DynamoDB: true, EBS: true },
    ResourceTypeManagementPreference: { DynamoDB: true },
  }),
  'GET /global-settings': json({ GlobalSettings: { isCrossAccountBackupEnabled: 'true' } }),
  [`DescribeCertificate ${CERTIFICATE}`]: certificate('example.com', {
    SubjectAlternativeNames: ['example.com', '*.example.com'],
  }),
  'GET /2013-04-01/hostedzone/Z0000000': zoneNamed('example.com'),
  // The next name of the zone.
  'GET /2013-04-01/hostedzone/Z0000000/rrset?name=api.example.com&maxitems=10': recordOf('www.example.com'),
  'GET /2013-04-01/hostedzone/Z0000000/rrset?name=pay.example.com&maxitems=10': recordOf('www.example.com'),
  DescribeStacks: noStack,
  DescribeTable: refusedJson('com.amazonaws.dynamodb.v20120810#ResourceNotFoundException'),
  DescribeLogGroups: json({ logGroups: [] }),
  GetRole: refusedXml('NoSuchEntity', 404),
  GetTopicAttributes: topicFor(['cloudwatch.amazonaws.com', 'events.amazonaws.com']),
};

/** Starts the account for a test file. `differs` replaces answers of an account that lacks nothing. */
export function startAccount() {
  const account = {
    differs: {} as Record<string, Answer>,
    asked: [] as { name: string; credential: string }[],
  };
  async function receive(request: IncomingMessage): Promise<Answer> {
    const sent = await text(request);
    const target = String(request.headers['x-amz-target'] ?? '')
      .split('.')
      .at(-1);
    const form = new URLSearchParams(sent);
    const name = target || form.get('Action') || `${request.method} ${request.url}`;
    const credential = /Credential=([^,]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    account.asked.push({ name, credential });
    const fields = target ? (JSON.parse(sent) as Record<string, string>) : Object.fromEntries(form);
    const argument =
      fields['CertificateArn'] ?? fields['StackName'] ?? fields['RoleName'] ?? fields['QuotaCode'];
    const known = { ...WELL, ...account.differs };
    return known[`${name} ${argument}`] ?? known[name] ?? missing;
  }
  answerAsAws(receive);
  return account;
}

const program = new URL('../../../bin/preflight.ts', import.meta.url).pathname;

/** `npm run preflight` in a folder, with `startAccount` as AWS. */
export function runPreflight(folder: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const env = {
    ...process.env,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 's',
    AWS_ENDPOINT_URL_DYNAMODB: '',
    AWS_ENDPOINT_URL_STS: '',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
    });
  });
}
