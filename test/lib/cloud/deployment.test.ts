import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { KEY_NAMES } from '../../../lib/cloud/key-uses.ts';
import { deploymentAt } from '../../../lib/cloud/place.ts';
import { concurrencyFact } from '../../../lib/cloud/reserved-concurrency.ts';
import { CANARY, deploymentOf, HOST_NAMES, type Options, ROLES } from './cloud.ts';

test('the default is a sandbox that can be deleted completely and has no hourly costs', () => {
  expect(deploymentOf()).toMatchObject({
    stage: 'sandbox',
    production: false,
    firewall: false,
    fixedEgress: false,
    merchantThrottle: true,
    reservedConcurrency: {},
    api: undefined,
    pay: undefined,
    hostedZoneId: undefined,
  });
});

describe('profiles', () => {
  test.each([
    ['sandbox', 'sandbox'],
    ['small', 'production'],
    ['production', 'production'],
  ])('a profile %s without a stage is stage %s', (profile, stage) => {
    const isProduction = stage === 'production';
    expect(deploymentOf({ profile })).toMatchObject({
      profile,
      stage,
      production: isProduction,
      firewall: isProduction,
      gradual: isProduction,
      canary: undefined,
    });
  });

  test('a small stage is as safe as a large one', () => {
    const [small, large] = ['small', 'production'].map((profile) => deploymentOf({ profile }));
    const differing = Object.entries(small ?? {}).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(large?.[name as keyof typeof large]),
    );
    expect(differing.map(([name]) => name).sort()).toEqual([
      'apiRate',
      'backupDays',
      'dueShards',
      'egressBy',
      'egressZones',
      'isLarge',
      'profile',
      'tracing',
    ]);
  });

  test.each(['prod', 'live', 'production', 'live-eu'])(
    'a stage %s is production without a profile',
    (stage) => {
      expect(deploymentOf({ stage }).production).toBe(true);
    },
  );

  test.each(['sandbox', 'dev', 'test-ayse', 'rehearsal', 'staging'])(
    'a stage %s is no production',
    (stage) => {
      expect(deploymentOf({ stage }).production).toBe(false);
    },
  );

  test('a stage of an unknown word is refused with the list, unless a profile is given', () => {
    expect(() => deploymentOf({ stage: 'prd' })).toThrow(/stage: prd .* production, prod, live; .* sandbox/);
    expect(deploymentOf({ stage: 'prd', profile: 'small' }).production).toBe(true);
    expect(deploymentOf({ stage: 'ayse', profile: 'sandbox' }).production).toBe(false);
  });

  test('a stage named live cannot be declared deletable', () => {
    expect(() => deploymentOf({ stage: 'live', profile: 'sandbox' })).toThrow('profile: a stage');
  });

  test('any stage can have the protection of production', () => {
    expect(deploymentOf({ stage: 'sandbox', profile: 'small', firewall: 'false' })).toMatchObject({
      production: true,
      firewall: false,
    });
  });
});

test('docs/deploy-options.md says of each option who sets it, of at most 27', () => {
  const page = readFileSync(new URL('../../../docs/deploy-options.md', import.meta.url), 'utf8');
  const table = /^\| Option \| Effect \| Who sets it \|\n[\s\S]*?\n\n/m.exec(page)?.[0] ?? '';
  const rows = [...table.matchAll(/^\| (`.+?) \| .+ \| (.+) \|$/gm)];
  const named = rows.flatMap(([, options = '']) => options.split(', ').map((one) => one.replaceAll('`', '')));
  const [, known = ''] = /the options are (.*)$/.exec(thrownBy(() => deploymentOf({ unknown: 1 }))) ?? [];
  expect(named.sort()).toEqual(known.split(', ').sort());
  expect(named.length).toBeLessThanOrEqual(27);
});

function thrownBy(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  throw new Error('Nothing was refused.');
}

test.each(['api', 'pay'])('production is refused without its own host name for %s', (name) => {
  const options = { stage: 'production', [`${name}Domain`]: undefined };
  expect(() => deploymentOf(options)).toThrow('apiDomain and payDomain');
});

test('a misspelt option is refused, and names of CDK itself are not read', () => {
  expect(() => deploymentOf({ fixedEgres: 'true' })).toThrow(/^fixedEgres: no such option; .*fixedEgress/);
  const ofCdk = { 'aws:cdk:enable-path-metadata': true, '@aws-cdk/core:x': true, 'acknowledged-issues': [] };
  expect(deploymentOf(ofCdk).stage).toBe('sandbox');
});

test.each([{}, { noticeTo: 'day@example.com' }])(
  'production without a receiver of alarms is refused, with %o',
  (more) => {
    const options = { stage: 'production', alarmTo: undefined, ...more };
    expect(() => deploymentOf(options)).toThrow('alarmTo');
  },
);

test('flags are accepted as text or as booleans', () => {
  expect(deploymentOf({ fixedEgress: 'true' }).fixedEgress).toBe(true);
  expect(deploymentOf({ fixedEgress: true }).fixedEgress).toBe(true);
  expect(deploymentOf({ fixedEgress: 'false' }).fixedEgress).toBe(false);
  expect(deploymentOf({ bankHosts: 'pos.bank.example' }).fixedEgress).toBe(true);
});

test.each([
  [{ stage: 'Sandbox' }, 'stage'],
  [{ stage: 'a-stage-with-a-long-name' }, 'stage'],
  [{ fixedEgress: 'perhaps' }, 'fixedEgress'],
  [{ profile: 'large' }, 'profile: is not sandbox, small or production'],
  [{ apiDomain: 'https://api.example.com', certificateArn: 'arn:x' }, 'apiDomain'],
  [{ apiDomain: 'api.example.com' }, 'certificateArn: it is given together'],
  [{ certificateArn: 'arn:x' }, 'certificateArn: it is given together'],
  [{ alarmTo: 'nobody' }, 'alarmTo: is not an e-mail'],
  [{ alarmTo: 'arn:aws:sqs:eu-central-1:111111111111:topic' }, 'alarmTo: is not the ARN'],
  [{ alarmTo: 'one@example.com,other@example.com' }, 'alarmTo: has two'],
  [{ noticeTo: 'nobody' }, 'noticeTo: is not an e-mail'],
  [{ canary: 'psk_test_00000000000000000000000000000000000000' }, 'canary: is not the id'],
  [
    {
      canary: '01890000-0000-7000-8000-000000000001:psk_live_00000000000000000000000000000000000000',
    },
    'canary: is not the id',
  ],
  [{ roleArns: 'operator' }, 'roleArns: is not a list'],
  [{ roleArns: 'admin=arn:aws:iam::111111111111:role/x' }, 'roleArns: is not a list'],
  [{ bankHosts: 'https://pos.bank.example' }, 'bankHosts'],
  [{ bankHosts: 'pos.bank.example', fixedEgress: 'false' }, 'bankHosts'],
  [{ ...CANARY, bankHosts: 'pos.bank.example' }, 'canary: bankHosts needs the host of the output BankUrl'],
  [{ keyVersions: 'digest=0' }, 'keyVersions'],
  [{ keyVersions: 'merchant=2;1' }, 'keyVersions'],
  [{ keyVersions: 'card=2' }, 'keyVersions'],
  [{ codeSigningProfileVersionArn: 'arn:aws:signer:x:1:/p' }, 'codeSigningProfileVersionArn'],
])('a deployment with %o is rejected with the name of the option', (options, name) => {
  expect(() => deploymentOf(options)).toThrow(name);
});

test('all invalid options are reported together', () => {
  expect(() => deploymentOf({ stage: 'X', alarmTo: 'nobody' })).toThrow(/stage: .*; alarmTo: /);
});

describe('the account and Region of the deployment', () => {
  const place = { account: '111111111111', region: 'eu-central-1' };
  const here: Options = { stage: 'production', ...HOST_NAMES, alarmTo: 'alarms@example.com' };
  const read = (options: Options, facts: Options = {}) =>
    deploymentAt(place, (name) => ({ ...here, ...options, ...facts })[name]);
  const certificate = (region: string, account = '111111111111') =>
    `arn:aws:acm:${region}:${account}:certificate/one`;
  const keys = (region: string) =>
    KEY_NAMES.map((name) => `${name}=arn:aws:kms:${region}:111111111111:key/mrk-${name}`).join(',');

  test.each([
    [{ certificateArn: certificate('us-east-1') }, 'certificateArn: it is in us-east-1'],
    [{ certificateArn: certificate('eu-central-1', '222222222222') }, 'certificateArn: it is of account'],
    [{ alarmTo: 'arn:aws:sns:us-east-1:111111111111:pager' }, 'alarmTo: it is in us-east-1'],
    [{ noticeTo: 'arn:aws:sns:us-east-1:111111111111:mail' }, 'noticeTo: it is in us-east-1'],
    [{ standbyRegions: 'eu-central-1,eu-west-1' }, 'standbyRegions: the deployment is in eu-central-1'],
    [{ standbyRegions: 'eu-west-1,eu-central-1' }, 'standbyRegions: the deployment is in eu-central-1'],
    [{ roleArns: 'operator=arn:aws:iam::222222222222:role/operator' }, 'roleArns: it is of account'],
    [{ roleArns: 'break-glass=arn:aws:iam::222222222222:role/end' }, 'roleArns: it is of account'],
  ])('synthesis refuses %o', (options, message) => {
    expect(() => read(options)).toThrow(message);
  });

  test('what is there is accepted, and nothing is compared while the place is unknown', () => {
    expect(read({ standbyRegions: 'eu-west-1,eu-west-3', ...ROLES }).replicaRegion).toBe('eu-west-1');
    expect(
      deploymentOf({ apiDomain: 'a.example.com', certificateArn: certificate('us-east-1') }).api,
    ).toBeTruthy();
  });

  test('keys that are here are used, and those of another Region get replicas here', () => {
    const [here, there] = ['eu-central-1', 'eu-west-1'].map((region) => read({ keyArns: keys(region) }));
    expect([here?.keyArns?.size, here?.primaryKeyArns]).toEqual([5, undefined]);
    expect([there?.keyArns, there?.primaryKeyArns?.size]).toEqual([undefined, 5]);
  });

  test.each([
    [10, {}],
    [160, {}],
    [161, { authorizer: 20, charge: 40, sweep: 1 }],
    [300, { authorizer: 65, charge: 131, sweep: 3 }],
    [405, { authorizer: 100, charge: 200, sweep: 5 }],
    [1000, { authorizer: 100, charge: 200, sweep: 5 }],
  ])('of %i executions of the account production reserves %o', (limit, reserved) => {
    const deployment = read({}, { [concurrencyFact(place)]: limit });
    expect(deployment).toMatchObject({ reservedConcurrency: reserved, isConcurrencyGuessed: false });
    const sum = Object.values(deployment.reservedConcurrency).reduce((all, one) => all + one, 0);
    expect(limit - sum).toBeGreaterThanOrEqual(sum > 0 ? 100 : 0);
    expect(deployment.reservedConcurrency).toEqual(reserved);
  });

  test('numbers that are given are kept, and the default without a known account is a guess', () => {
    const facts = { [concurrencyFact(place)]: 10 };
    expect(read({ reservedConcurrency: 'charge=50' }, facts).reservedConcurrency).toEqual({ charge: 50 });
    expect(read({}).isConcurrencyGuessed).toBe(true);
    expect(deploymentOf().isConcurrencyGuessed).toBe(false);
  });
});
