// The preflight against answers of the documented shapes: each lack is seen, and has the command for it.
import { beforeEach, describe, expect, it } from 'vitest';
import { deploymentAt } from '../../../lib/cloud/place.ts';
import { DIGEST_FACT, moveFact } from '../../../lib/cloud/release-name.ts';
import { concurrencyFact } from '../../../lib/cloud/reserved-concurrency.ts';
import { executionsOf } from '../../../lib/preflight/account-checks.ts';
import { openReadings, preflight, reportOf } from '../../../lib/preflight/preflight.ts';
import {
  ACCOUNT,
  CERTIFICATE,
  chargeAt,
  DEPLOYED,
  elasticAddresses,
  json,
  networks,
  PAGER,
  REGION,
  recordOf,
  refusedJson,
  refusedXml,
  selectorsFor,
  stackWith,
  startAccount,
  TABLE,
} from './documented-account.ts';
import { LACKS } from './documented-lacks.ts';

const account = startAccount();
beforeEach(() => {
  account.differs = {};
  account.asked = [];
});

const signer = { credentials: { accessKeyId: 'a', secretAccessKey: 's' }, region: REGION };
const place = { account: ACCOUNT, region: REGION };
const VAULT = `arn:aws:backup:${REGION}:222222222222:backup-vault:payments`;
const OPTIONS: Record<string, unknown> = {
  stage: 'production',
  apiDomain: 'api.example.com',
  payDomain: 'pay.example.com',
  consoleDomain: 'console.example.com',
  certificateArn: CERTIFICATE,
  hostedZoneId: 'Z0000000',
  alarmTo: PAGER,
  securityContact: 'mailto:security@example.com',
  backupVaultArn: VAULT,
  bankHosts: 'sanalpos.bank.example',
  [concurrencyFact(place)]: 1000,
};

function run(options: Record<string, unknown> = OPTIONS) {
  const deployment = deploymentAt(place, (name) => options[name], Object.keys(options));
  const readings = openReadings({ deployment, signer });
  return preflight({ deployment, account: ACCOUNT, signer, qualifier: 'hnb659fds', ...readings });
}

describe('an account in which nothing is missing', () => {
  it('every check of production is ok, and every request is signed for its service', async () => {
    const rows = await run();
    expect(rows.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(rows).toHaveLength(22);
    for (const { credential } of account.asked)
      expect(credential).toMatch(/^a\/\d{8}\/[\w-]+\/\w+\/aws4_request$/);
    const scopes = new Set(
      account.asked.map(({ credential }) => credential.split('/').slice(2, 4).join(' ')),
    );
    expect([...scopes].sort()).toEqual(
      ['us-east-1 iam', 'us-east-1 route53']
        .concat(
          [
            'acm',
            'apigateway',
            'backup',
            'cloudformation',
            'cloudtrail',
            'dynamodb',
            'ec2',
            'lambda',
            'logs',
          ].map((service) => `${REGION} ${service}`),
          ['scheduler', 'servicequotas', 'sns', 'ssm'].map((service) => `${REGION} ${service}`),
        )
        .sort(),
    );
  });

  it('a sandbox needs CDK, executions, roles and names', async () => {
    const rows = await run({});
    expect(rows.map(({ name, outcome }) => `${outcome} ${name}`)).toEqual([
      'ok CDK is bootstrapped',
      'ok Lambda has executions',
      'ok IAM has roles left',
      'ok Every stack can be deployed',
      'ok The names of the stage are free',
    ]);
  });

  it('the executions that the stage has reserved already count as its own', async () => {
    account.differs = {
      'GET /2016-08-19/account-settings/': json({ AccountLimit: { UnreservedConcurrentExecutions: 100 } }),
      'GET /2019-09-30/functions/payment-production-authorizer/concurrency': json({
        ReservedConcurrentExecutions: 100,
      }),
      'GET /2019-09-30/functions/payment-production-charge/concurrency': json({
        ReservedConcurrentExecutions: 200,
      }),
      'GET /2019-09-30/functions/payment-production-sweep/concurrency': json({
        ReservedConcurrentExecutions: 5,
      }),
      'GET /2019-09-30/functions/payment-production-pay-hosted-page-pay/concurrency': json({
        ReservedConcurrentExecutions: 50,
      }),
    };
    const executionsWith = (options: Record<string, unknown>) => {
      const deployment = deploymentAt(place, (name) => ({ ...OPTIONS, ...options })[name]);
      return executionsOf({ deployment, signer });
    };
    expect(await executionsWith({})).toBe(405);
    expect(await executionsWith({ reservedConcurrency: 'hosted-page-pay=50' })).toBe(455);
  });
});

it.each([
  ['securityContact', 'Finders of a problem know whom to tell'],
  ['bankHosts', 'Card numbers go to named banks only'],
])('a production without %s lacks it', async (option, name) => {
  const { [option]: _, ...others }: Record<string, unknown> = { ...OPTIONS, fixedEgress: true };
  const lacks = (await run(others)).filter(({ outcome }) => outcome !== 'ok');
  expect(lacks.map((one) => [one.name, one.seen])).toEqual([[name, `no ${option}`]]);
});

describe('each lack', () => {
  it.each(LACKS)('%s: %#', async (name, differs, seen, mend, also) => {
    account.differs = differs;
    const lacks = (await run()).filter(({ outcome }) => outcome !== 'ok');
    expect(lacks.map((row) => [row.outcome, row.name])).toEqual(
      [name, ...(also === undefined ? [] : [also])].map((one) => ['LACK', one]),
    );
    expect(lacks[0]?.seen).toMatch(seen);
    expect(lacks[0]?.mend?.join('\n')).toMatch(mend);
    // Only what never served anything is deleted.
    const isDead = / (?:CREATE_FAILED|ROLLBACK_COMPLETE|ROLLBACK_FAILED)$/.test(lacks[0]?.seen ?? '');
    const commands = lacks[0]?.mend?.filter((line) => !line.startsWith('#')).join('\n');
    if (!isDead) expect(commands).not.toMatch(/\b(?:delete|remove|disassociate|change)-/);
  });

  const ACCOUNT_OF_10 = {
    'GET /2016-08-19/account-settings/': json({ AccountLimit: { UnreservedConcurrentExecutions: 10 } }),
  };
  it.each([
    ['false', ACCOUNT_OF_10, undefined],
    ['charge=900', {}, undefined],
    ['charge=950', {}, '1000: 950 are reserved beside the 100 that AWS demands'],
  ])('executions are a lack only for what reservedConcurrency=%s asks', async (chosen, differs, seen) => {
    account.differs = differs;
    const lacks = (await run({ ...OPTIONS, reservedConcurrency: chosen })).filter(
      ({ outcome }) => outcome !== 'ok',
    );
    expect(lacks.map((one) => one.seen)).toEqual(seen === undefined ? [] : [seen]);
  });

  it('a role that an option names and nobody made is a lack', async () => {
    const role = `arn:aws:iam::${ACCOUNT}:role/on-call`;
    const lacks = (await run({ ...OPTIONS, roleArns: `operator=${role}` })).filter(
      ({ outcome }) => outcome !== 'ok',
    );
    expect(lacks.map(({ name, seen }) => `${name}: ${seen}`)).toEqual(['The role on-call exists: no']);
  });

  it('a trail whose advanced selectors have the table records its calls', async () => {
    const seen = async (selectors: object[]) => {
      const management = { FieldSelectors: [{ Field: 'eventCategory', Equals: ['Management'] }] };
      account.differs = { GetEventSelectors: json({ AdvancedEventSelectors: [management, ...selectors] }) };
      return (await run()).find(({ name }) => name === 'A trail records calls of the table')?.outcome;
    };
    expect(await seen(selectorsFor(TABLE))).toBe('ok');
    const prefix = { Field: 'resources.ARN', StartsWith: [TABLE.slice(0, 20)] };
    const fields = (selectorsFor(TABLE)[0]?.FieldSelectors ?? []).slice(0, 2);
    expect(await seen([{ FieldSelectors: fields }])).toBe('ok');
    expect(await seen([{ FieldSelectors: [...fields, prefix] }])).toBe('ok');
    expect(await seen([])).toBe('LACK');
  });

  it('a stage that exists has its names, host names, addresses and network', async () => {
    account.differs = {
      DescribeStacks: stackWith('UPDATE_COMPLETE', '<member><OutputKey>EgressIp</OutputKey></member>'),
      'GET /domainnames/api.example.com': json({
        domainName: 'api.example.com',
        regionalDomainName: 'd-1.execute-api.eu-central-1.amazonaws.com',
      }),
      'GetRole payment-production-charge': { body: '<GetRoleResponse/>' },
      DescribeTable: json({ Table: {} }),
      DescribeVpcs: networks(5),
      DescribeAddresses: elasticAddresses(5),
      'GET /2013-04-01/hostedzone/Z0000000/rrset?name=api.example.com&maxitems=10': recordOf(
        'api.example.com',
        'd-1.execute-api.eu-central-1.amazonaws.com',
      ),
    };
    expect((await run()).filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
  });

  it('what AWS denies is told with its code, and does not stop the others', async () => {
    account.differs = { GetAccountSummary: refusedXml('AccessDenied', 403, 'not you') };
    const rows = await run();
    expect(rows.filter(({ outcome }) => outcome !== 'ok')).toEqual([
      {
        name: 'IAM has roles left',
        outcome: 'unread',
        seen: expect.stringMatching(
          /^GetAccountSummary: AccessDenied: not you \(localhost:\d+, request request-1\)$/,
        ),
      },
    ]);
    expect([...reportOf(rows)].at(-1)).toBe('1 of 22 were not read, so nothing is known of them: repeat.');
    const lines = [...reportOf([{ name: 'One', outcome: 'LACK', seen: 'no', mend: ['aws one', 'aws two'] }])];
    expect(lines).toEqual([`LACK     ${'One'.padEnd(36)} no`, '         aws one', '         aws two']);
  });

  it('functions that `release -- back` moved wait for another release, which then changes them', async () => {
    const seen = async (options: Record<string, unknown>) =>
      (await run(options)).filter(({ name }) => name === 'New versions follow the live ones');
    const next: Record<string, unknown> = { ...OPTIONS, [DIGEST_FACT]: 'bbbbbbbb' };
    account.differs = chargeAt('2');
    expect(await seen(next)).toMatchObject([{ outcome: 'ok', seen: '1 functions' }]);
    account.differs = chargeAt('1');
    const { release } = deploymentAt(place, (name) => next[name]);
    const moved = '1 of 1 functions were moved to 1.0.1 aaaaaaaa';
    expect(await seen({ ...next, [moveFact('production')]: release })).toMatchObject([
      { outcome: 'ok', seen: `${moved}: ${release} takes all calls at once` },
    ]);
    expect(await seen({ ...OPTIONS, [DIGEST_FACT]: DEPLOYED })).toMatchObject([
      {
        outcome: 'LACK',
        seen: `${moved}; ${release.replace('bbbbbbbb', DEPLOYED)} is deployed, and changes none of them`,
        mend: ['npm run release -- forward --stage production'],
      },
    ]);
    expect(await seen({ ...OPTIONS, gradual: 'false' })).toEqual([]);
  });

  it('a quota that the account never changed is read as AWS’s default', async () => {
    account.differs = {
      GetServiceQuota: refusedJson('NoSuchResourceException'),
      GetAWSDefaultServiceQuota: json({ Quota: { Value: 1 } }),
    };
    const lacks = (await run()).filter(({ outcome }) => outcome === 'LACK');
    expect(lacks.map(({ name }) => name)).toEqual(['A network and addresses are left']);
    expect(lacks[0]?.mend).toHaveLength(2);
  });
});
