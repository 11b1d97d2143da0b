// The rules of the web application firewall: AWS's managed groups against known attacks, and limits on
// floods. The group against SQL is not among them: nothing here speaks SQL, and each costs by the month. A
// merchant's texts may contain anything, also text that resembles an attack. Therefore rules on bodies and
// queries only count, and one rule of our own blocks such requests on the buyers' pages.
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Deployment } from '../deployment.ts';

type Rule = CfnWebACL.RuleProperty;
type Statement = CfnWebACL.StatementProperty;
type ManagedGroup = { name: string; group: string; counted: readonly string[] };

const WINDOW_SECONDS = 60;
/** Each rule that only counts has its reason in docs/deploy-options.md. */
const MANAGED_GROUPS: readonly ManagedGroup[] = [
  { name: 'reputation', group: 'AWSManagedRulesAmazonIpReputationList', counted: [] },
  {
    name: 'common',
    group: 'AWSManagedRulesCommonRuleSet',
    counted: [
      'NoUserAgent_HEADER',
      'SizeRestrictions_BODY',
      'SizeRestrictions_QUERYSTRING',
      'GenericLFI_BODY',
      'GenericLFI_QUERYARGUMENTS',
      'GenericRFI_BODY',
      'GenericRFI_QUERYARGUMENTS',
      'CrossSiteScripting_BODY',
      'CrossSiteScripting_QUERYARGUMENTS',
    ],
  },
  { name: 'bad-inputs', group: 'AWSManagedRulesKnownBadInputsRuleSet', counted: [] },
];

/** Labels of counted rules that no card form and no language of a page can have by accident. */
const ATTACK_LABELS = [
  'core-rule-set:GenericLFI_Body',
  'core-rule-set:GenericLFI_QueryArguments',
  'core-rule-set:CrossSiteScripting_Body',
  'core-rule-set:CrossSiteScripting_QueryArguments',
];

/** A rule and its label, by which the log leaves its lines out. */
export const PAGE_FLOOD = 'page-flood';

/** Requests a minute of a page, from all addresses. A buyer makes about ten, and a waiting page reloads. */
const PAGE_RATE = 120;

/**
 * `addressRate`: per IP address. Mobile operators share one address among thousands of buyers, and a large
 * merchant calls from one, so the limit stops floods only.
 */
export function firewallRules({ addressRate }: Pick<Deployment, 'addressRate'>, desk?: Desk): Rule[] {
  const flood = rule('flood', rateOf('IP', addressRate));
  const pageFlood = {
    ...rule(PAGE_FLOOD, {
      rateBasedStatement: {
        aggregateKeyType: 'CUSTOM_KEYS',
        customKeys: [{ uriPath: { textTransformations: AS_SENT } }],
        limit: PAGE_RATE,
        evaluationWindowSec: WINDOW_SECONDS,
        scopeDownStatement: anyOf('/iframe/HST-', CARD_PAGES),
      },
    }),
    ruleLabels: [{ name: PAGE_FLOOD }],
  };
  const [reputation, ...others] = MANAGED_GROUPS.map(managedRule);
  const attacks = rule('attacks-on-pages', {
    andStatement: {
      statements: [
        anyOf('/iframe/', CARD_PAGES),
        // The bank's form fields contain addresses and encoded values that resemble attacks.
        { notStatement: { statement: pathContains('/3d') } },
        { orStatement: { statements: ATTACK_LABELS.map(labelled) } },
      ],
    },
  });
  const outside = desk && rule('console-from-elsewhere', elsewhere(desk));
  const rules = [reputation, outside, flood, pageFlood, ...others, attacks].filter(
    (one) => one !== undefined,
  );
  return rules.map((one, priority) => ({ ...one, priority }));
}

/** The host of the console, and the set of the networks that reach it. */
type Desk = { host: string; networksArn: string };
const elsewhere = ({ host, networksArn }: Desk): Statement => ({
  andStatement: {
    statements: [
      {
        byteMatchStatement: {
          fieldToMatch: { singleHeader: { Name: 'host' } },
          positionalConstraint: 'STARTS_WITH',
          searchString: host,
          textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
        },
      },
      { notStatement: { statement: { ipSetReferenceStatement: { arn: networksArn } } } },
    ],
  },
});

/** Contains the beginning of a token, because the paths of merchants' calls contain `/api/card/`. */
const CARD_PAGES = '/card/HST-';
const anyOf = (...texts: string[]): Statement => ({
  orStatement: { statements: texts.map(pathContains) },
});

type UnorderedRule = Omit<Rule, 'priority'>;

const rule = (name: string, statement: Statement): UnorderedRule => ({
  name,
  action: { block: {} },
  statement,
  visibilityConfig: visibility(name),
});

/** The group's own actions apply, except to the rules that only count. */
const managedRule = ({ name, group, counted }: ManagedGroup): UnorderedRule => ({
  name,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name: group,
      ruleActionOverrides: counted.map((one) => ({ name: one, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: visibility(name),
});

/** Sampled requests would show paths, which contain hosted page tokens. */
export const visibility = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const rateOf = (aggregateKeyType: string, limit: number): Statement => ({
  rateBasedStatement: { aggregateKeyType, limit, evaluationWindowSec: WINDOW_SECONDS },
});

const AS_SENT = [{ priority: 0, type: 'NONE' }];
const pathContains = (searchString: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'CONTAINS',
    searchString,
    textTransformations: AS_SENT,
  },
});

const labelled = (label: string): Statement => ({
  labelMatchStatement: { scope: 'LABEL', key: `awswaf:managed:aws:${label}` },
});
