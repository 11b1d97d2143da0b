import { describe, expect, test } from 'vitest';
import { readDeployment } from '../../../lib/cloud/deployment.ts';
import { deploymentOf, ROLES } from './cloud.ts';

test('the default is a sandbox that can be deleted whole and has no hourly costs', () => {
  expect(deploymentOf()).toMatchObject({
    stage: 'sandbox',
    production: false,
    firewall: false,
    fixedEgress: false,
    merchantThrottle: true,
    reservedConcurrency: false,
    api: undefined,
    pay: undefined,
    zone: undefined,
  });
});

describe('production setting', () => {
  test('a stage named production is production, with a firewall', () => {
    expect(deploymentOf({ stage: 'production' })).toMatchObject({ production: true, firewall: true });
  });

  test('production can be set or unset for any stage', () => {
    expect(deploymentOf({ stage: 'live', production: 'true' }).production).toBe(true);
    expect(deploymentOf({ stage: 'production', production: 'false' }).production).toBe(false);
    expect(deploymentOf({ production: 'true', firewall: 'false' }).firewall).toBe(false);
  });
});

test('production must name the roles that may use and end keys', () => {
  const [operatorRoleArn, breakGlassRoleArn] = Object.values(ROLES);
  for (const given of [{}, { operatorRoleArn }, { breakGlassRoleArn }]) {
    const options: Record<string, unknown> = { stage: 'production', ...given };
    expect(() => readDeployment((name) => options[name])).toThrow('operatorRoleArn and breakGlassRoleArn');
  }
});

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
  [{ alarmEmail: 'nobody' }, 'alarmEmail'],
  [{ alarmTopicArn: 'topic' }, 'alarmTopicArn'],
  [{ operatorRoleArn: 'operator' }, 'operatorRoleArn'],
  [{ bankHosts: 'https://pos.bank.example' }, 'bankHosts'],
  [{ bankHosts: 'pos.bank.example', fixedEgress: 'false' }, 'bankHosts'],
  [{ digestKeyVersions: '0' }, 'digestKeyVersions'],
  [{ merchantKeyVersions: '2;1' }, 'merchantKeyVersions'],
  [{ codeSigningProfileVersionArn: 'arn:aws:signer:x:1:/p' }, 'codeSigningProfileVersionArn'],
])('%o is rejected with the name of the option', (options, name) => {
  expect(() => deploymentOf(options)).toThrow(name);
});

test('all invalid options are reported together', () => {
  expect(() => deploymentOf({ stage: 'X', alarmEmail: 'nobody' })).toThrow(/stage: .*; alarmEmail: /);
});
