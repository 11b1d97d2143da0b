import { describe, expect, test } from 'vitest';
import { deploymentOf } from './cloud.ts';

test('without a word it is a sandbox that leaves nothing behind and asks for nothing by the hour', () => {
  expect(deploymentOf()).toMatchObject({
    stage: 'sandbox',
    production: false,
    firewall: false,
    fixedEgress: false,
    merchantThrottle: false,
    api: undefined,
    pay: undefined,
    zone: undefined,
  });
});

describe('production', () => {
  test('is what a stage of that name is, with a firewall', () => {
    expect(deploymentOf({ stage: 'production' })).toMatchObject({ production: true, firewall: true });
  });

  test('can be said of any stage, and unsaid', () => {
    expect(deploymentOf({ stage: 'live', production: 'true' }).production).toBe(true);
    expect(deploymentOf({ stage: 'production', production: 'false' }).production).toBe(false);
    expect(deploymentOf({ production: 'true', firewall: 'false' }).firewall).toBe(false);
  });
});

test('flags may come as words from the command line or as booleans from cdk.json', () => {
  expect(deploymentOf({ fixedEgress: 'true' }).fixedEgress).toBe(true);
  expect(deploymentOf({ fixedEgress: true }).fixedEgress).toBe(true);
  expect(deploymentOf({ fixedEgress: 'false' }).fixedEgress).toBe(false);
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
])('%o is refused by name before anything is built', (words, name) => {
  expect(() => deploymentOf(words)).toThrow(name);
});

test('every wrong word is named at once', () => {
  expect(() => deploymentOf({ stage: 'X', alarmEmail: 'nobody' })).toThrow(/stage: .*; alarmEmail: /);
});
