import { describe, expect, test } from 'vitest';
import { readDeployment } from '../../../lib/cloud/deployment.ts';
import { deploymentOf, ROLES } from './cloud.ts';

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

test('production must name the roles that may use and end keys', () => {
  const [operatorRoleArn, breakGlassRoleArn] = Object.values(ROLES);
  for (const given of [{}, { operatorRoleArn }, { breakGlassRoleArn }]) {
    const options: Record<string, unknown> = { stage: 'production', ...given };
    expect(() => readDeployment((name) => options[name])).toThrow('operatorRoleArn and breakGlassRoleArn');
  }
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
  [{ simulatedBank: 'false', canaryKey: 'psk_test_00000000000000000000000000000000000000' }, 'canaryKey'],
  [{ noticeTopicArn: 'topic' }, 'noticeTopicArn'],
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
