import { describe, expect, test } from 'vitest';
import { CARD_NUMBERS } from '../../../../lib/cloud/card-mask.ts';
import { HOMES } from '../../../../lib/cloud/function/deployed-function.ts';
import { EVERYTHING, type Resource, resourcesOf, synthesize, textOf } from '../cloud.ts';

const everything = synthesize(EVERYTHING);
const sandbox = synthesize();
const groupsOf = ({ dataTemplate, functionsTemplate, watchTemplate }: typeof sandbox) =>
  [dataTemplate, functionsTemplate, watchTemplate].flatMap((template) => [
    ...resourcesOf(template, 'AWS::Logs::LogGroup'),
  ]);
const groups = groupsOf(everything);

test('homes of functions, both APIs, the firewall and the network have log groups of their own', () => {
  const own = HOMES.map((home) => `/payment/production/${home}`);
  const names = groups.map(([, { Properties }]) => textOf(Properties['LogGroupName']));
  expect(names).toEqual(expect.arrayContaining(own));
  expect(names).toEqual(
    expect.arrayContaining([
      '/aws/apigateway/payment-production-api',
      '/aws/apigateway/payment-production-pay',
      'aws-waf-logs-payment-production',
      '/aws/vpc/payment-production-egress',
    ]),
  );
  expect(new Set(names).size).toBe(names.length);
});

/** Card number, expiry date and security code. */
const MASKED = ['CreditCardNumber', 'CreditCardExpiration', 'CreditCardSecurityCode'];
const OWN = Object.entries(CARD_NUMBERS).map(([Name, Regex]) => ({ Name, Regex }));
type Policy = {
  Configuration: { CustomDataIdentifier: unknown };
  Statement: { DataIdentifier: unknown[]; Operation: Record<string, object> }[];
};
const maskedBy = ({ Properties }: Resource) => {
  const { Statement } = Properties['DataProtectionPolicy'] as Policy;
  return Statement.filter(({ Operation }) => 'MaskConfig' in (Operation['Deidentify'] ?? {})).flatMap((one) =>
    one.DataIdentifier.map((identifier) => textOf(identifier).replace(/^.*data-identifier\//, '')),
  );
};

describe.each(groups)('log group %s', (_id, group) => {
  test('the group keeps lines for a year and is retained in production, but not if it was just made', () => {
    expect(group.Properties['RetentionInDays']).toBe(365);
    expect(group.DeletionPolicy).toBe('RetainExceptOnCreate');
  });

  test('the group masks values that look like card data', () => {
    expect(maskedBy(group).sort()).toEqual([...MASKED, ...Object.keys(CARD_NUMBERS)].sort());
    const { Configuration } = group.Properties['DataProtectionPolicy'] as Policy;
    expect(Configuration.CustomDataIdentifier).toEqual(OWN);
  });
});

test('log groups of a sandbox are deleted with it', () => {
  expect(groupsOf(sandbox).map(([, { DeletionPolicy }]) => DeletionPolicy)).toEqual(
    groupsOf(sandbox).map(() => 'Delete'),
  );
});
