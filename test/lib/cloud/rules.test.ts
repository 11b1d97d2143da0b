import { type App, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { complianceChecks } from '../../../lib/cloud/cloud-app.ts';
import { ROUTE_TABLE, type RouteTable } from '../../../lib/cloud/function/deployed-function.ts';
import {
  appWithValidator,
  build,
  EVENT_FUNCTIONS,
  EVERYTHING,
  type Options,
  routeWith,
  tableWith,
} from './cloud.ts';

/** Needs and kinds with exceptions, so the exceptions are checked on any route table. */
const few = tableWith(
  [routeWith('schedules', ['schedule:plan', 'acquirer', 'card:open', 'card:seal'])],
  EVENT_FUNCTIONS,
);

const DEPLOYMENTS: Record<string, [Options, RouteTable]> = {
  'the default sandbox': [{}, ROUTE_TABLE],
  'production with every option': [EVERYTHING, few],
  'a sandbox with a firewall': [{ firewall: 'true' }, few],
  'production with NAT instances': [{ stage: 'production', fixedEgress: 'true', egressBy: 'instance' }, few],
  'production without a firewall': [{ stage: 'production', firewall: 'false' }, few],
};

type Pack = ReturnType<typeof complianceChecks>[number];
type Finding = { rule: string; path: string };

function findingsOf(app: App, packs: readonly Pack[]): Finding[] {
  return packs.flatMap((pack) =>
    pack.validateScope(app).violations.flatMap(({ ruleName, violatingResources }) => {
      return violatingResources.map(({ constructPath = '' }) => ({ rule: ruleName, path: constructPath }));
    }),
  );
}

/** The packs without any acknowledgement. */
function packsWithoutAcknowledgements(app: App): Pack[] {
  return complianceChecks(app).map((pack) => Object.assign(pack, { isAcknowledged: () => false }));
}

type Acknowledgement = Finding & { reason: string };

/** Returns our own acknowledgements; CDK acknowledges rules of its own validator itself. */
function acknowledgementsOf(construct: IConstruct): Acknowledgement[] {
  const { metadata, path } = construct.node;
  return metadata
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.entries(data as Record<string, string>))
    .map(([id, reason]) => ({ rule: id.replace(/^Annotation::/, ''), reason, path }))
    .filter(({ rule }) => !rule.startsWith('CloudFormation-Validate::'));
}

describe.each(Object.entries(DEPLOYMENTS))('compliance of %s', (_name, [options, table]) => {
  const app = appWithValidator();
  build(app, options, table);
  const acknowledged = app.node.findAll().flatMap(acknowledgementsOf);

  test('every broken rule of AwsSolutions, Serverless and PCI DSS has a recorded reason', () => {
    expect(findingsOf(app, complianceChecks(app))).toEqual([]);
  });

  test('every acknowledgement has a finding, so no exception outlives its cause', () => {
    const findings = findingsOf(app, packsWithoutAcknowledgements(app));
    const matchesFinding = ({ rule, path }: Acknowledgement) => {
      return findings.some((one) => one.rule === rule && `${one.path}/`.startsWith(`${path}/`));
    };
    expect(acknowledged.length).toBeGreaterThan(0);
    const unused = acknowledged.filter((one) => !matchesFinding(one));
    expect(unused.map(({ rule, path }) => `${rule} at ${path}`)).toEqual([]);
  });

  test('every reason is a sentence', () => {
    for (const { reason } of acknowledged) expect(reason).toMatch(/^[A-Z].{20,}\.$/s);
  });
});

test('a rule that is broken without a reason is reported', () => {
  const app = appWithValidator();
  const { service } = build(app, {}, few);
  new Queue(service, 'Open');
  const rules = findingsOf(app, complianceChecks(app)).map(({ rule }) => rule);
  expect(rules).toContain('AwsSolutions-SQS4');
});
