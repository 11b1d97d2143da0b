// Answers of an account that lacks one thing, with what the preflight says about it.
import type { Answer } from '../../harness/aws-server.ts';
import {
  CERTIFICATE,
  certificateFor,
  elasticAddresses,
  json,
  networks,
  pendingCertificate,
  recordOf,
  refusedJson,
  refusedXml,
  rolesUsed,
  selectorsFor,
  stackWith,
  TABLE,
  topicFor,
  zoneNamed,
} from './documented-account.ts';

const MANAGEMENT = { ReadWriteType: 'All', IncludeManagementEvents: true };
const OF_TABLES = {
  ReadWriteType: 'WriteOnly',
  DataResources: [{ Type: 'AWS::DynamoDB::Table', Values: ['arn:aws:dynamodb'] }],
};
const ADVANCED = [{ FieldSelectors: [{ Field: 'eventCategory', Equals: ['Management'] }] }];
/** Management events with a further condition. */
const withField = (Field: string, condition: object) => ({
  FieldSelectors: [
    { Field: 'eventCategory', Equals: ['Management'] },
    { Field, ...condition },
  ],
});
const RRSET = 'GET /2013-04-01/hostedzone/Z0000000/rrset';

/** Each state of CloudFormation in which a stack takes no change, with what mends it. */
const STUCK: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['CREATE_FAILED', 'ROLLBACK_FAILED', 'ROLLBACK_COMPLETE'].map((status) => [
      status,
      /^# its first.*\n.*update-termination-protection .*\n.*delete-stack --stack-name payment-production$/s,
    ]),
  ),
  ...Object.fromEntries(
    ['CREATE', 'DELETE', 'ROLLBACK', 'UPDATE', 'UPDATE_COMPLETE_CLEANUP', 'UPDATE_ROLLBACK']
      .concat('UPDATE_ROLLBACK_COMPLETE_CLEANUP', 'IMPORT', 'IMPORT_ROLLBACK')
      .map((operation) => [
        `${operation}_IN_PROGRESS`,
        /^# busy.*describe-stacks --stack-name payment-production/s,
      ]),
  ),
  UPDATE_ROLLBACK_FAILED: /^aws cloudformation continue-update-rollback --stack-name payment-production$/,
  UPDATE_FAILED: /^aws cloudformation rollback-stack --stack-name payment-production$/,
  DELETE_FAILED: /^# see which.*describe-stack-events --stack-name payment-production/s,
  IMPORT_ROLLBACK_FAILED: /^# see which.*describe-stack-events --stack-name payment-production/s,
};

/** `also`: another check that lacks the same. */
type Lack = [check: string, differs: Record<string, Answer>, seen: RegExp, mend: RegExp, also?: string];

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
    /^10: 305 are reserved beside the 100 that AWS demands$/,
    /^aws service-quotas .* --service-code lambda --quota-code L-B99A9384 --desired-value 1000$/,
  ],
  [
    'IAM has roles left',
    { GetAccountSummary: rolesUsed(950) },
    /950 of 1000/,
    /--service-code iam --quota-code L-FE177D64/,
  ],
  [
    'A network and addresses are left',
    { DescribeAddresses: elasticAddresses(4) },
    /4 of 5 addresses/,
    /--service-code ec2 --quota-code L-0263D0A3 --desired-value 9/,
  ],
  [
    'A network and addresses are left',
    { DescribeVpcs: networks(5) },
    /5 of 5 networks/,
    /--service-code vpc --quota-code L-F678F1CE/,
  ],
  [
    'A trail records changes and uses of keys',
    { DescribeTrails: json({ trailList: [] }) },
    /there is none/,
    /aws cloudtrail create-trail/,
    'A trail records calls of the table',
  ],
  [
    'A trail records changes and uses of keys',
    { GetTrailStatus: json({ IsLogging: false }) },
    /all records none/,
    /aws cloudtrail start-logging/,
    'A trail records calls of the table',
  ],
  ...[
    { EventSelectors: [{ ...MANAGEMENT, ReadWriteType: 'ReadOnly' }, OF_TABLES] },
    { EventSelectors: [{ ...MANAGEMENT, ReadWriteType: 'WriteOnly' }, OF_TABLES] },
    { EventSelectors: [{ ...MANAGEMENT, ExcludeManagementEventSources: ['kms.amazonaws.com'] }, OF_TABLES] },
    { AdvancedEventSelectors: [withField('readOnly', { Equals: ['false'] }), ...selectorsFor(TABLE)] },
    {
      AdvancedEventSelectors: [
        withField('eventSource', { NotEquals: ['kms.amazonaws.com'] }),
        ...selectorsFor(TABLE),
      ],
    },
  ].map(
    (selectors): Lack => [
      'A trail records changes and uses of keys',
      { GetEventSelectors: json(selectors) },
      /all records none/,
      /cloudtrail/,
    ],
  ),
  ...[
    { EventSelectors: [MANAGEMENT] },
    { EventSelectors: [MANAGEMENT, { ...OF_TABLES, ReadWriteType: 'ReadOnly' }] },
    { AdvancedEventSelectors: [...ADVANCED, ...selectorsFor(`${TABLE}-2`)] },
    {
      AdvancedEventSelectors: [
        ...ADVANCED,
        ...selectorsFor(TABLE, [{ Field: 'readOnly', Equals: ['true'] }]),
      ],
    },
  ].map(
    (selectors): Lack => [
      'A trail records calls of the table',
      { GetEventSelectors: json(selectors) },
      /all records none/,
      // A trail of its own: choosing the events of a trail replaces what it recorded until then.
      /^#.*\n.*create-trail --name payment-production-table .*\n.*put-event-selectors .*start-logging/s,
    ],
  ),
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
    'The certificate has the host names',
    { [`DescribeCertificate ${CERTIFICATE}`]: refusedJson('ResourceNotFoundException') },
    /none with this ARN/,
    /^aws acm request-certificate --domain-name api.example.com --subject-alternative-names pay.example.com /,
  ],
  [
    'The certificate has the host names',
    { [`DescribeCertificate ${CERTIFICATE}`]: pendingCertificate('*.example.com') },
    /PENDING_VALIDATION/,
    /_a.\*.example.com. CNAME _b.*aws acm wait certificate-validated/s,
  ],
  [
    'The certificate has the host names',
    { [`DescribeCertificate ${CERTIFICATE}`]: certificateFor('shop.example.com') },
    /it is for shop.example.com/,
    /--subject-alternative-names pay.example.com --subject-alternative-names console.example.com /,
  ],
  [
    'The certificate has the host names',
    {
      [`DescribeCertificate ${CERTIFICATE}`]: certificateFor('*.example.com', {
        Status: 'EXPIRED',
      }),
    },
    /EXPIRED/,
    /request-certificate/,
  ],
  [
    'pay.example.com is free',
    { 'GET /domainnames/pay.example.com': json({ domainName: 'pay.example.com' }) },
    /another API.*may be live/,
    /^# see whose .*\naws apigateway get-base-path-mappings --domain-name pay.example.com$/,
  ],
  [
    'console.example.com is free',
    { 'GET /domainnames/console.example.com': json({ domainName: 'console.example.com' }) },
    /another API.*may be live/,
    /--domain-name console.example.com$/,
  ],
  [
    'console.example.com has no record',
    { [`${RRSET}?name=console.example.com&maxitems=10`]: recordOf('console.example.com') },
    /its CNAME record points to another address/,
    /^# deploy without hostedZoneId/,
  ],
  [
    'api.example.com has no record',
    { [`${RRSET}?name=api.example.com&maxitems=10`]: recordOf('api.example.com', 'old.example.net') },
    /its A record points to old.example.net, which may be live/,
    /^# deploy without hostedZoneId/,
  ],
  [
    'pay.example.com has no record',
    { [`${RRSET}?name=pay.example.com&maxitems=10`]: recordOf('pay.example.com') },
    /its CNAME record points to another address/,
    /^# deploy without hostedZoneId/,
  ],
  [
    'The zone Z0000000 is there',
    { 'GET /2013-04-01/hostedzone/Z0000000': refusedXml('NoSuchHostedZone', 404) },
    /no zone Z0000000/,
    /^aws route53 list-hosted-zones-by-name/,
  ],
  [
    'The zone Z0000000 is there',
    { 'GET /2013-04-01/hostedzone/Z0000000': zoneNamed('other.com') },
    /Z0000000 is other.com, without api.example.com, pay.example.com, console.example.com/,
    /route53/,
  ],
  [
    'The zone Z0000000 is there',
    { 'GET /2013-04-01/hostedzone/Z0000000': zoneNamed('example.com', true) },
    /private/,
    /route53/,
  ],
  ...Object.entries(STUCK).map(
    ([status, mend]): Lack => [
      'Every stack can be deployed',
      { 'DescribeStacks payment-production': stackWith(status) },
      new RegExp(`^payment-production: ${status}$`),
      mend,
    ],
  ),
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
