// What AWS itself writes beside our functions holds no token of a page, no query and no address of a person:
// traces, access logs, error logs and the firewall's log, over all templates (observability.md 1.5).
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { type Cloud, EVERYTHING, type Resource, resourcesOf, synthesize, textOf } from './cloud.ts';

const OPTIONS = [{}, { stage: 'production' }, { ...EVERYTHING, firewall: 'true' }];
const templatesOf = (cloud: Cloud) =>
  [
    cloud.dataTemplate,
    cloud.functionsTemplate,
    cloud.watchTemplate,
    cloud.backupTemplate,
    cloud.releaseTemplate,
    cloud.rolesTemplate,
    cloud.bank && Template.fromStack(cloud.bank),
  ].filter((one) => one !== undefined);
const ofType = (type: string): Resource[] =>
  OPTIONS.flatMap((options) => templatesOf(synthesize(options))).flatMap((template) => [
    ...resourcesOf(template, type).values(),
  ]);
const stages = ofType('AWS::ApiGateway::Stage').map(({ Properties }) => Properties);

test('no stage is traced: a segment of API Gateway holds the URL and the address of the caller', () => {
  expect(stages.length).toBeGreaterThan(8);
  expect(stages.map(({ TracingEnabled }) => TracingEnabled)).toEqual(stages.map(() => false));
  for (const type of ['AWS::ApiGatewayV2::Stage', 'AWS::CloudFront::Distribution', 'AWS::XRay::SamplingRule'])
    expect(ofType(type)).toEqual([]);
});

test('access logs hold the route in place of the path, error logs no request', () => {
  const names = new Set(
    stages
      .flatMap(({ AccessLogSetting }) => [
        ...JSON.stringify(AccessLogSetting).matchAll(/\$context\.([\w.]+)/g),
      ])
      .map(([, name]) => name),
  );
  expect(names).toContain('resourcePath');
  const isOfRequest = /^(path|requestOverride|protocol|domain|identity\.(?!sourceIp$)|xray|webaclresponse)/i;
  expect([...names].filter((name = '') => isOfRequest.test(name))).toEqual([]);
  for (const { MethodSettings } of stages)
    for (const one of MethodSettings as object[]) expect(one).toMatchObject({ DataTraceEnabled: false });
});

test('the firewall logs neither path, query, key nor referrer, and no page that is flooded', () => {
  const logs = ofType('AWS::WAFv2::LoggingConfiguration').map(({ Properties }) => Properties);
  expect(logs.length).toBeGreaterThan(0);
  for (const { RedactedFields, LoggingFilter } of logs) {
    expect(RedactedFields).toEqual(
      expect.arrayContaining([
        { UriPath: {} },
        { QueryString: {} },
        { SingleHeader: { Name: 'x-api-key' } },
        { SingleHeader: { Name: 'referer' } },
        { SingleHeader: { Name: 'cookie' } },
      ]),
    );
    type Filter = { Behavior: string; Conditions: { LabelNameCondition?: { LabelName: unknown } }[] };
    const [first] = (LoggingFilter as { Filters: Filter[] }).Filters;
    expect(first?.Behavior).toBe('DROP');
    const dropped = first?.Conditions.map(({ LabelNameCondition: of }) => textOf(of?.LabelName)) ?? [];
    expect(dropped.join()).toMatch(/:webacl:payment-\w+-firewall:page-flood$/);
  }
  for (const { Properties } of ofType('AWS::WAFv2::WebACL'))
    for (const { Name, RuleLabels } of Properties['Rules'] as { Name: string; RuleLabels?: object }[])
      expect([Name, RuleLabels]).toEqual([
        Name,
        Name === 'page-flood' ? [{ Name: 'page-flood' }] : undefined,
      ]);
});
