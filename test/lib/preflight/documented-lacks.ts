// Answers of an account that lacks one thing, with what the preflight says about it.
import type { Answer } from '../../harness/aws-server.ts';
import {
  certificateArn,
  certificateFor,
  json,
  pendingCertificate,
  refusedJson,
  refusedXml,
  stackWith,
  topicFor,
  zoneNamed,
} from './documented-account.ts';

const IN_ROLLBACK = stackWith('ROLLBACK_COMPLETE');

type Lack = [check: string, differs: Record<string, Answer>, seen: RegExp, mend: RegExp];

export const LACKS: readonly Lack[] = [
  [
    'CDK is bootstrapped',
    { GetParameter: refusedJson('ParameterNotFound') },
    /not in eu-central-1/,
    /^npx cdk bootstrap aws:\/\/111111111111\/eu-central-1$/,
  ],
  [
    'CDK is bootstrapped',
    { GetParameter: json({ Parameter: { Value: '5' } }) },
    /version 5 is too old/,
    /^npx cdk bootstrap/,
  ],
  [
    'Lambda has executions',
    {
      'GET /2016-08-19/account-settings/': json({
        AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 },
      }),
    },
    /^10: /,
    /^aws service-quotas .* --service-code lambda --quota-code L-B99A9384 --desired-value 1000$/,
  ],
  [
    'IAM has roles left',
    {
      GetAccountSummary: {
        body: ['Roles', 'RolesQuota']
          .map((key, at) => `<key>${key}</key><value>${[950, 1000][at]}</value>`)
          .join(''),
      },
    },
    /950 of 1000/,
    /--service-code iam --quota-code L-FE177D64/,
  ],
  [
    'A network and addresses are left',
    {
      DescribeAddresses: {
        body: [1, 2, 3, 4].map((n) => `<allocationId>eipalloc-${n}</allocationId>`).join(''),
      },
    },
    /4 of 5 addresses/,
    /--service-code ec2 --quota-code L-0263D0A3 --desired-value 9/,
  ],
  [
    'A network and addresses are left',
    { DescribeVpcs: { body: [1, 2, 3, 4, 5].map((n) => `<vpcId>vpc-${n}</vpcId>`).join('') } },
    /5 of 5 networks/,
    /--service-code vpc --quota-code L-F678F1CE/,
  ],
  [
    'A trail records changes of keys',
    { DescribeTrails: json({ trailList: [] }) },
    /there is none/,
    /aws cloudtrail create-trail/,
  ],
  [
    'A trail records changes of keys',
    { GetTrailStatus: json({ IsLogging: false }) },
    /all records none/,
    /aws cloudtrail start-logging/,
  ],
  [
    'A trail records changes of keys',
    {
      GetEventSelectors: json({
        EventSelectors: [{ ReadWriteType: 'ReadOnly', IncludeManagementEvents: true }],
      }),
    },
    /all records none/,
    /cloudtrail/,
  ],
  [
    'AWS Backup copies tables',
    { 'GET /account-settings': json({ ResourceTypeOptInPreference: { DynamoDB: false } }) },
    /turned off for DynamoDB/,
    /^aws backup update-region-settings /,
  ],
  [
    'AWS Backup copies tables',
    {
      'GET /account-settings': json({
        ResourceTypeOptInPreference: { DynamoDB: true },
        ResourceTypeManagementPreference: { DynamoDB: false },
      }),
    },
    /without the advanced features/,
    /^aws backup update-region-settings /,
  ],
  [
    'Backups are copied to other accounts',
    { 'GET /global-settings': json({ GlobalSettings: { isCrossAccountBackupEnabled: 'false' } }) },
    /turned off/,
    /aws backup update-global-settings/,
  ],
  [
    'api.example.com has its certificate',
    { [`DescribeCertificate ${certificateArn('api')}`]: refusedJson('ResourceNotFoundException') },
    /none with this ARN/,
    /^aws acm request-certificate --domain-name api.example.com/,
  ],
  [
    'api.example.com has its certificate',
    { [`DescribeCertificate ${certificateArn('api')}`]: pendingCertificate('api.example.com') },
    /PENDING_VALIDATION/,
    /_a.api.example.com. CNAME _b.*aws acm wait certificate-validated/s,
  ],
  [
    'pay.example.com has its certificate',
    { [`DescribeCertificate ${certificateArn('pay')}`]: certificateFor('shop.example.com') },
    /it is for shop.example.com/,
    /--domain-name pay.example.com/,
  ],
  [
    'pay.example.com has its certificate',
    {
      [`DescribeCertificate ${certificateArn('pay')}`]: certificateFor('pay.example.com', {
        Status: 'EXPIRED',
      }),
    },
    /EXPIRED/,
    /request-certificate/,
  ],
  [
    'pay.example.com is free',
    { 'GET /domainnames/pay.example.com': json({ domainName: 'pay.example.com' }) },
    /another API/,
    /^aws apigateway delete-domain-name --domain-name pay.example.com/,
  ],
  [
    'The zone example.com is there',
    { 'GET /2013-04-01/hostedzone/Z0000000': refusedXml('NoSuchHostedZone', 404) },
    /no zone Z0000000/,
    /^aws route53 list-hosted-zones-by-name/,
  ],
  [
    'The zone example.com is there',
    { 'GET /2013-04-01/hostedzone/Z0000000': zoneNamed('other.com') },
    /is other.com/,
    /route53/,
  ],
  [
    'The zone example.com is there',
    { 'GET /2013-04-01/hostedzone/Z0000000': zoneNamed('example.com', true) },
    /private/,
    /route53/,
  ],
  [
    'No stack failed before',
    { 'DescribeStacks payment-production': IN_ROLLBACK },
    /payment-production: ROLLBACK_COMPLETE/,
    /update-termination-protection .* payment-production\n.*delete-stack --stack-name payment-production$/,
  ],
  [
    'The names of the stage are free',
    { DescribeTable: json({ Table: { TableName: 'payment-production' } }) },
    /kept from before: table payment-production/,
    /--import-existing-resources/,
  ],
  [
    'The names of the stage are free',
    { DescribeLogGroups: json({ logGroups: [{ logGroupName: '/payment/production/api' }] }) },
    /log group \/payment\/production\/api/,
    /--import-existing-resources/,
  ],
  [
    'The names of the stage are free',
    { 'GET /schedule-groups/payment-production': json({ Name: 'payment-production' }) },
    /schedule group payment-production/,
    /--import-existing-resources/,
  ],
  [
    'The names of the stage are free',
    { 'GetRole payment-production-charge': { body: '<GetRoleResponse/>' } },
    /another Region has this stage/,
    /stage=production-2/,
  ],
  [
    'Alarms may publish to pager',
    { GetTopicAttributes: refusedXml('NotFound', 404) },
    /no such topic/,
    /^aws sns create-topic --name pager/,
  ],
  [
    'Alarms may publish to pager',
    { GetTopicAttributes: topicFor(['events.amazonaws.com']) },
    /does not name cloudwatch.amazonaws.com$/,
    /set-topic-attributes/,
  ],
];
