// The rules of the firewall. The matches of AWS's groups cannot be run here; the tests state which of their
// rules may refuse a request, and on which paths.
import { describe, expect, test } from 'vitest';
import { resourcesOf, synthesize, tableWith } from '../cloud.ts';

type Statement = Record<string, Record<string, unknown>>;
type Rule = {
  Name: string;
  Priority: number;
  Action?: object;
  OverrideAction?: object;
  Statement: Statement;
  VisibilityConfig: object;
};

const { serviceTemplate } = synthesize({ stage: 'production' }, tableWith([]));
const [acl] = resourcesOf(serviceTemplate, 'AWS::WAFv2::WebACL').values();
const rules = (acl?.Properties['Rules'] ?? []) as Rule[];
const named = (name: string) => rules.find(({ Name }) => Name === name)?.Statement ?? {};

type Group = { Name: string; RuleActionOverrides: { Name: string; ActionToUse: object }[] };
const groups = rules.flatMap(
  ({ Statement: one }) => (one['ManagedRuleGroupStatement'] ?? []) as Group | Group[],
);

test('addresses of ill repute and floods are refused before any content is inspected', () => {
  expect(rules.map(({ Name, Priority }) => [Priority, Name])).toEqual([
    [0, 'reputation'],
    [1, 'flood'],
    [2, 'page-flood'],
    [3, 'common'],
    [4, 'bad-inputs'],
    [5, 'attacks-on-pages'],
  ]);
  expect(acl?.Properties['DefaultAction']).toEqual({ Allow: {} });
});

test('one address is limited, and so is one page from all addresses together', () => {
  const rate = { EvaluationWindowSec: 60 };
  expect(named('flood')['RateBasedStatement']).toEqual({ ...rate, AggregateKeyType: 'IP', Limit: 3000 });
  expect(named('page-flood')['RateBasedStatement']).toMatchObject({
    ...rate,
    AggregateKeyType: 'CUSTOM_KEYS',
    CustomKeys: [{ UriPath: {} }],
    Limit: 120,
    ScopeDownStatement: anyOf('/iframe/HST-', '/card/HST-'),
  });
});

const anyOf = (...paths: string[]) => ({
  OrStatement: {
    Statements: paths.map((path) => ({
      ByteMatchStatement: { SearchString: path, FieldToMatch: { UriPath: {} } },
    })),
  },
});

describe('managed groups', () => {
  test('the groups refuse requests themselves, and AWS chooses their version', () => {
    expect(groups.map(({ Name }) => Name).sort()).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesCommonRuleSet',
      'AWSManagedRulesKnownBadInputsRuleSet',
    ]);
    for (const { OverrideAction } of rules.filter((one) => one.Statement['ManagedRuleGroupStatement'])) {
      expect(OverrideAction).toEqual({ None: {} });
    }
  });

  /** Rules that could refuse a product named `<3`, an address in a body, or a client without a name. */
  const MAY_ONLY_COUNT = /_(BODY|QUERYARGUMENTS|QUERYSTRING)$|^NoUserAgent_HEADER$/;

  test('rules on free text, on size and on the client only count', () => {
    const counted = groups.flatMap(({ RuleActionOverrides }) => RuleActionOverrides);
    expect(counted).toHaveLength(9);
    for (const { Name, ActionToUse } of counted) {
      expect(Name).toMatch(MAY_ONLY_COUNT);
      expect(ActionToUse).toEqual({ Count: {} });
    }
  });
});

test('an attack in a buyer’s input is refused, and the answers of banks are not inspected', () => {
  const { Statements } = named('attacks-on-pages')['AndStatement'] as { Statements: Statement[] };
  const [path, notBank, labels] = Statements;
  expect(path).toMatchObject(anyOf('/iframe/', '/card/HST-'));
  expect(notBank?.['NotStatement']).toMatchObject({
    Statement: { ByteMatchStatement: { SearchString: '/3d', PositionalConstraint: 'CONTAINS' } },
  });
  const labelled = labels?.['OrStatement'] as { Statements: { LabelMatchStatement: { Key: string } }[] };
  const keys = labelled.Statements.map(({ LabelMatchStatement }) =>
    LabelMatchStatement.Key.replace('awswaf:managed:aws:', ''),
  );
  // A label exists only for a rule that counts instead of refusing.
  const counted = groups.flatMap(({ RuleActionOverrides }) => RuleActionOverrides.map(({ Name }) => Name));
  const ruleOf = (key: string) => key.replace(/^.*:/, '').toUpperCase();
  expect(counted.map((name) => name.toUpperCase())).toEqual(expect.arrayContaining(keys.map(ruleOf)));
  expect(keys.filter((key) => /RFI|Size/.test(key))).toEqual([]);
});

test('no rule samples requests, because their paths contain hosted page tokens', () => {
  for (const { VisibilityConfig } of rules) {
    expect(VisibilityConfig).toMatchObject({ SampledRequestsEnabled: false, CloudWatchMetricsEnabled: true });
  }
});
