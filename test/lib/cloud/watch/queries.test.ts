import { describe, expect, it } from 'vitest';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { QUERIES, type SavedQuery, textOf } from '../../../../lib/cloud/watch/queries.ts';
import { type Resource, resourcesOf, synthesize } from '../cloud.ts';

const cloud = synthesize();
const saved = [...resourcesOf(cloud.watchTemplate, 'AWS::Logs::QueryDefinition').values()];
const nameOf = ({ Properties }: Resource) => String(Properties['Name']).replace('payment-sandbox/', '');
const groupsOf = ({ Properties }: Resource) => Properties['LogGroupNames'] as string[];
const queryOf = (resource: Resource): SavedQuery => {
  const found = QUERIES.find(({ name }) => name === nameOf(resource));
  if (found === undefined) throw new Error(`Nobody planned ${nameOf(resource)}.`);
  return found;
};

it('every question is saved, in the folder of its stage', () => {
  expect(saved.map(nameOf).sort()).toEqual(QUERIES.map(({ name }) => name).sort());
});

/** As much of the language of Logs Insights as our questions are asked in. */
const FIELD = String.raw`@?[a-zA-Z][\w.]*`;
const listOf = (one: string) => `${one}(?:, ${one})*`;
const named = (one: string) => String.raw`${one}(?: as \w+)?`;
const SUM = String.raw`(?:count|count_distinct|sum|latest|pct)\((?:\*|${FIELD})(?:, \d{1,2})?\) as \w+`;
const TEST = String.raw`(?:${FIELD} (?:=|!=|>|<) (?:\d+|"[^"]*")|ispresent\(${FIELD}\))`;
const FORMS = [
  `fields ${listOf(named(String.raw`${FIELD}(?: / \d+)?`))}`,
  `filter ${TEST}(?: (?:and|or) ${TEST})*`,
  `stats ${listOf(SUM)}(?: by ${listOf(FIELD)})?`,
  `sort ${FIELD} (?:asc|desc)`,
];
const COMMAND = new RegExp(`^(?:${FORMS.join('|')})$`);

describe.each(saved.map((one) => [nameOf(one), one] as const))('%s', (_, resource) => {
  it('reads log groups that exist, and no more than Logs Insights takes', () => {
    const existing = [...resourcesOf(cloud.serviceTemplate, 'AWS::Logs::LogGroup').values()];
    const names = existing.map(({ Properties }) => Properties['LogGroupName']);
    expect(groupsOf(resource).length).toBeGreaterThan(0);
    expect(groupsOf(resource).length).toBeLessThanOrEqual(50);
    for (const group of groupsOf(resource)) expect(names).toContain(group);
  });

  it('asks for exactly what stands in double braces', () => {
    const { asks } = queryOf(resource);
    const text = String(resource.Properties['QueryString']);
    const placeholders = [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))];
    expect(placeholders).toEqual(asks === undefined ? [] : [asks.name]);
    expect(resource.Properties['Parameters']).toEqual(
      asks === undefined ? undefined : [{ Name: asks.name, Description: asks.description }],
    );
  });

  it('is commands of Logs Insights, one behind each bar', () => {
    const commands = textOf(queryOf(resource)).split('\n| ');
    for (const command of commands) expect(command.replaceAll(/\s+/g, ' ')).toMatch(COMMAND);
  });
});

it('one request is looked for in every function and in both access logs', () => {
  const everything = saved.find((one) => nameOf(one) === 'everything of one request');
  expect(everything && groupsOf(everything)).toHaveLength(functionsOf(ROUTE_TABLE).length + 2);
});
