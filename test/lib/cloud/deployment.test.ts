import { describe, expect, test } from 'vitest';
import { KEY_NAMES } from '../../../lib/cloud/key-uses.ts';
import { deploymentAt } from '../../../lib/cloud/place.ts';
import { concurrencyFact } from '../../../lib/cloud/reserved-concurrency.ts';
import { deploymentOf, HOST_NAMES, type Options, ROLES } from './cloud.ts';

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
    zone: undefined,
  });
});

describe('production setting', () => {
  test('a stage named production is production, with a firewall', () => {
    expect(deploymentOf({ stage: 'production' })).toMatchObject({ production: true, firewall: true });
  });

  test.each(['prod', 'live', 'production', 'live-eu'])('a stage %s is production without a flag', (stage) => {
    expect(deploymentOf({ stage }).production).toBe(true);
  });

  test.each(['sandbox', 'dev', 'test-ayse', 'rehearsal', 'staging'])(
    'a stage %s is no production',
    (stage) => {
      expect(deploymentOf({ stage }).production).toBe(false);
    },
  );

  test('a stage of an unknown word is refused with the list, unless the flag is given', () => {
    expect(() => deploymentOf({ stage: 'prd' })).toThrow(/stage: prd .* production, prod, live; .* sandbox/);
    expect(deploymentOf({ stage: 'prd', production: 'true' }).production).toBe(true);
    expect(deploymentOf({ stage: 'ayse', production: 'false' }).production).toBe(false);
  });

  test('a stage named live cannot be declared deletable', () => {
    expect(() => deploymentOf({ stage: 'live', production: 'false' })).toThrow('production: a stage');
  });

  test('any stage can have the protection of production', () => {
    expect(deploymentOf({ production: 'true', firewall: 'false' })).toMatchObject({
      production: true,
      firewall: false,
    });
  });
});

test.each(['api', 'pay'])('production is refused without its own host name for %s', (name) => {
  const options = { stage: 'production', [`${name}Domain`]: undefined, [`${name}CertificateArn`]: undefined };
  expect(() => deploymentOf(options)).toThrow('apiDomain and payDomain');
});

test('a misspelt option is refused, and names of CDK itself are not read', () => {
  expect(() => deploymentOf({ fixedEgres: 'true' })).toThrow(/^fixedEgres: no such option; .*fixedEgress/);
  const ofCdk = { 'aws:cdk:enable-path-metadata': true, '@aws-cdk/core:x': true, 'acknowledged-issues': [] };
  expect(deploymentOf(ofCdk).stage).toBe('sandbox');
});

test.each([{}, { noticeEmail: 'day@example.com' }])(
  'production without a receiver of alarms is refused, with %o',
  (more) => {
    const options = { stage: 'production', alarmEmail: undefined, ...more };
    expect(() => deploymentOf(options)).toThrow('alarmEmail or alarmTopicArn');
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
  [{ apiDomain: 'https://api.example.com', apiCertificateArn: 'arn:x' }, 'apiDomain'],
  [{ apiDomain: 'api.example.com' }, 'apiDomain and apiCertificateArn'],
  [{ payCertificateArn: 'arn:x' }, 'payDomain and payCertificateArn'],
  [{ hostedZoneId: 'Z1' }, 'hostedZoneId and hostedZoneName'],
  [{ stage: 'production', hostedZoneId: 'Z1', hostedZoneName: 'other.com' }, 'hostedZoneName'],
  [{ alarmEmail: 'nobody' }, 'alarmEmail'],
  [{ alarmTopicArn: 'arn:aws:sqs:eu-central-1:111111111111:topic' }, 'alarmTopicArn'],
  [{ noticeEmail: 'nobody' }, 'noticeEmail'],
  [{ canaryKey: 'psk_live_00000000000000000000000000000000000000' }, 'canaryKey'],
  [{ canaryKey: 'psk_test_00000000000000000000000000000000000000' }, 'canaryMerchant and canaryKey'],
  [{ canaryMerchant: '01890000-0000-7000-8000-000000000001' }, 'canaryMerchant and canaryKey'],
  [
    {
      stage: 'production',
      canaryMerchant: '01890000-0000-7000-8000-000000000001',
      canaryKey: 'psk_test_00000000000000000000000000000000000000',
    },
    'canaryKey: the canary pays at a simulated bank only',
  ],
  [{ noticeTopicArn: 'topic' }, 'noticeTopicArn'],
  [{ watch: 'none' }, 'watch: is neither'],
  [{ stage: 'production', watch: 'small' }, 'watch: with gradual'],
  [{ operatorRoleArn: 'operator' }, 'operatorRoleArn'],
  [{ bankHosts: 'https://pos.bank.example' }, 'bankHosts'],
  [{ bankHosts: 'pos.bank.example', fixedEgress: 'false' }, 'bankHosts'],
  [{ digestKeyVersions: '0' }, 'digestKeyVersions'],
  [{ merchantKeyVersions: '2;1' }, 'merchantKeyVersions'],
  [{ codeSigningProfileVersionArn: 'arn:aws:signer:x:1:/p' }, 'codeSigningProfileVersionArn'],
])('a deployment with %o is rejected with the name of the option', (options, name) => {
  expect(() => deploymentOf(options)).toThrow(name);
});

test('all invalid options are reported together', () => {
  expect(() => deploymentOf({ stage: 'X', alarmEmail: 'nobody' })).toThrow(/stage: .*; alarmEmail: /);
});

describe('the account and Region of the deployment', () => {
  const place = { account: '111111111111', region: 'eu-central-1' };
  const here: Options = { stage: 'production', ...HOST_NAMES, alarmEmail: 'alarms@example.com' };
  const read = (options: Options, facts: Options = {}) =>
    deploymentAt(place, (name) => ({ ...here, ...options, ...facts })[name]);
  const certificate = (region: string, account = '111111111111') =>
    `arn:aws:acm:${region}:${account}:certificate/one`;
  const regions = (replicaRegion: string, witnessRegion: string) => ({ replicaRegion, witnessRegion });
  const keys = (region: string) =>
    KEY_NAMES.map((name) => `${name}=arn:aws:kms:${region}:111111111111:key/mrk-${name}`).join(',');

  test.each([
    [{ apiCertificateArn: certificate('us-east-1') }, 'apiCertificateArn: it is in us-east-1'],
    [{ payCertificateArn: certificate('us-east-1') }, 'payCertificateArn: it is in us-east-1'],
    [
      { payCertificateArn: certificate('eu-central-1', '222222222222') },
      'payCertificateArn: it is of account',
    ],
    [{ alarmTopicArn: 'arn:aws:sns:us-east-1:111111111111:pager' }, 'alarmTopicArn: it is in us-east-1'],
    [{ noticeTopicArn: 'arn:aws:sns:us-east-1:111111111111:mail' }, 'noticeTopicArn: it is in us-east-1'],
    [{ keyArns: keys('eu-west-1') }, 'keyArns: it is in eu-west-1'],
    [{ primaryKeyArns: keys('eu-central-1') }, 'primaryKeyArns: keys of eu-central-1'],
    [{ ...regions('eu-central-1', 'eu-west-1') }, 'replicaRegion: the deployment is in eu-central-1'],
    [{ ...regions('eu-west-1', 'eu-central-1') }, 'witnessRegion: the deployment is in eu-central-1'],
    [{ ...regions('eu-west-1', 'eu-west-1') }, 'witnessRegion: the replica is there'],
    [{ operatorRoleArn: 'arn:aws:iam::222222222222:role/operator' }, 'operatorRoleArn: it is of account'],
    [{ breakGlassRoleArn: 'arn:aws:iam::222222222222:role/end' }, 'breakGlassRoleArn: it is of account'],
  ])('synthesis refuses %o', (options, message) => {
    expect(() => read(options)).toThrow(message);
  });

  test('what is there is accepted, and nothing is compared while the place is unknown', () => {
    expect(read({ ...regions('eu-west-1', 'eu-west-3'), ...ROLES }).replicaRegion).toBe('eu-west-1');
    expect(
      deploymentOf({ apiDomain: 'a.example.com', apiCertificateArn: certificate('us-east-1') }).api,
    ).toBeTruthy();
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
