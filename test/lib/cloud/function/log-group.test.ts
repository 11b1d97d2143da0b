import { describe, expect, test } from 'vitest';
import { CARD_NUMBERS } from '../../../../lib/cloud/card-mask.ts';
import { EVERYTHING, type Resource, resourcesOf, synthesize, textOf } from '../cloud.ts';

const everything = synthesize(EVERYTHING);
const sandbox = synthesize();
const groupsOf = ({ dataTemplate, serviceTemplate, watchTemplate }: typeof sandbox) =>
  [dataTemplate, serviceTemplate, watchTemplate].flatMap((template) => [
    ...resourcesOf(template, 'AWS::Logs::LogGroup'),
  ]);
const groups = groupsOf(everything);

test('functions, both APIs, the firewall and the network write to groups of their own', () => {
  const functions = [...resourcesOf(everything.serviceTemplate, 'AWS::Lambda::Function').values()];
  const own = functions.map(({ Properties }) => `/aws/lambda/${String(Properties['FunctionName'])}`);
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

/** The digits of a card, its end and its code; what an auditor looks for first. */
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

describe.each(groups)('%s', (_id, group) => {
  test('is kept for a year, and longer than the production stack', () => {
    expect(group.Properties['RetentionInDays']).toBe(365);
    expect(group.DeletionPolicy).toBe('Retain');
  });

  test('shows nobody what looks like card data', () => {
    expect(maskedBy(group).sort()).toEqual([...MASKED, ...Object.keys(CARD_NUMBERS)].sort());
    const { Configuration } = group.Properties['DataProtectionPolicy'] as Policy;
    expect(Configuration.CustomDataIdentifier).toEqual(OWN);
  });
});

test('groups of a sandbox go with it', () => {
  expect(groupsOf(sandbox).map(([, { DeletionPolicy }]) => DeletionPolicy)).not.toContain('Retain');
});
