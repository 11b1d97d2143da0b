import { describe, expect, it } from 'vitest';
import { HOMES } from '../../../../lib/cloud/function/deployed-function.ts';
import { QUERIES, queryText, type SavedQuery } from '../../../../lib/cloud/watch/queries.ts';

import { type Resource, resourcesOf, synthesize } from '../cloud.ts';

const cloud = synthesize();
const saved = [...resourcesOf(cloud.watchTemplate, 'AWS::Logs::QueryDefinition').values()];
const nameOf = ({ Properties }: Resource) => String(Properties['Name']).replace('payment-sandbox/', '');
const groupsOf = ({ Properties }: Resource) => Properties['LogGroupNames'] as string[];
const queryOf = (resource: Resource): SavedQuery => {
  const found = QUERIES.find(({ name }) => name === nameOf(resource));
  if (found === undefined) throw new Error(`${nameOf(resource)} is not in QUERIES.`);
  return found;
};

it('every query is saved in the folder of its stage', () => {
  expect([...new Set(saved.map(nameOf))].sort()).toEqual(QUERIES.map(({ name }) => name).sort());
});

it('the example of an attack on cards leads to the page, the key and the address', () => {
  const textOf = (name: string) =>
    String(saved.find((one) => nameOf(one) === name)?.Properties['QueryString']);
  for (const name of ['cards locked', 'card numbers refused', 'stolen cards tried'])
    expect(textOf(name)).toContain('latest(requestId) as example');
  for (const field of ['page', 'keyId', 'sourceIp'])
    expect(textOf('everything of one request')).toMatch(new RegExp(`fields .*\\b${field},`, 's'));
});

/** The part of the Logs Insights query language that our queries use. */
const FIELD = String.raw`@?[a-zA-Z][\w.]*`;
const listOf = (one: string) => `${one}(?:, ${one})*`;
const named = (one: string) => String.raw`${one}(?: as \w+)?`;
const SUM = String.raw`(?:count|count_distinct|sum|latest|pct)\((?:\*|${FIELD})(?:, \d{1,2})?\) as \w+`;
const TEST = String.raw`(?:${FIELD} (?:=|!=|>|<) (?:\d+|"[^"]*")|ispresent\(${FIELD}\))`;
const FORMS = [
  `fields ${listOf(named(String.raw`${FIELD}(?: / \d+)?`))}`,
  `filter ${TEST}(?: (?:and|or) ${TEST})*`,
  String.raw`stats ${listOf(SUM)}(?: by (?:bin\(\d+[smhd]\), )?${listOf(FIELD)})?`,
  `sort ${FIELD} (?:asc|desc)`,
  String.raw`parse @logStream /\S+\(\?<\w+>\S+\)\S*/`,
];
const COMMAND = new RegExp(`^(?:${FORMS.join('|')})$`);

describe.each(saved.map((one) => [nameOf(one), one] as const))('saved query "%s"', (_, resource) => {
  it('the query reads existing log groups, at most 50', () => {
    const existing = [...resourcesOf(cloud.functionsTemplate, 'AWS::Logs::LogGroup').values()];
    const names = existing.map(({ Properties }) => Properties['LogGroupName']);
    expect(groupsOf(resource).length).toBeGreaterThan(0);
    expect(groupsOf(resource).length).toBeLessThanOrEqual(50);
    for (const group of groupsOf(resource)) expect(names).toContain(group);
  });

  it('the query has exactly the parameters that appear in double braces', () => {
    const { parameter } = queryOf(resource);
    const text = String(resource.Properties['QueryString']);
    const placeholders = [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))];
    expect(placeholders).toEqual(parameter === undefined ? [] : [parameter.name]);
    expect(resource.Properties['Parameters']).toEqual(
      parameter === undefined ? undefined : [{ Name: parameter.name, Description: parameter.description }],
    );
  });

  it('the query consists of valid commands separated by pipes', () => {
    const commands = queryText(queryOf(resource)).split('\n| ');
    for (const command of commands) expect(command.replaceAll(/\s+/g, ' ')).toMatch(COMMAND);
  });
});

it('the query for one request reads both access logs and the logs of all functions', () => {
  const everything = saved.filter((one) => nameOf(one) === 'everything of one request').flatMap(groupsOf);
  const own = HOMES.map((home) => `/payment/sandbox/${home}`);
  const access = ['/aws/apigateway/payment-sandbox-api', '/aws/apigateway/payment-sandbox-pay'];
  expect(everything.toSorted()).toEqual([...access, ...own].sort());
});
