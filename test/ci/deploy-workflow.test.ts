// The workflow that deploys: what it may do, in which order, and that everything foreign in it is pinned.
// test/bin/page-commands.test.ts and the rehearsal type its commands.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandsOf } from '../docs/page-commands.ts';

const FILE = '.github/workflows/deploy.yml';
const text = readFileSync(new URL(`../../${FILE}`, import.meta.url), 'utf8');
const ci = readFileSync(new URL('../../.github/workflows/ci.yml', import.meta.url), 'utf8');

it('nothing is deployed before a diff was shown and approved, nor looked at before it is deployed', () => {
  const [show = '', deploy = ''] = text.split(/^ {2}deploy:$/m);
  expect(show).toContain('-pipeline-show');
  expect(show).not.toMatch(/cdk deploy|-pipeline-deploy/);
  expect(deploy).toMatch(/^ {4}needs: show\n {4}environment: \$\{\{ inputs\.stage \}\}$/m);
  expect(
    commandsOf(FILE).map(({ text: run }) => /preflight|diff|deploy|smoke|canary|back/.exec(run)?.[0]),
  ).toEqual(['preflight', 'diff', 'preflight', 'deploy', 'smoke', 'canary', 'back']);
  expect(deploy).toMatch(
    /if: failure\(\) && steps\.deployed\.outcome == 'success'\n {8}run: npm run release -- back/,
  );
});

it('only the environment of the stage may deploy it, and only main may read', () => {
  const roles = JSON.parse(
    readFileSync(new URL('../../.github/deploy-roles.json', import.meta.url), 'utf8'),
  ) as Record<'Resources', Record<string, { Properties: { AssumeRolePolicyDocument: object } }>>;
  const subjects = Object.entries(roles.Resources).map(([name, { Properties }]) => {
    const [statement] = Object(Properties.AssumeRolePolicyDocument).Statement;
    expect(Object.keys(statement.Condition)).toEqual(['StringEquals']);
    return [name, statement.Condition.StringEquals['token.actions.githubusercontent.com:sub']['Fn::Sub']];
  });
  expect(subjects).toEqual([
    ['Show', 'repo:${Repository}:ref:refs/heads/main'],
    ['Deploy', 'repo:${Repository}:environment:${Stage}'],
  ]);
});

it('actions are pinned by digest, those of both workflows to the same, and no input reaches a shell as text', () => {
  const uses = (workflow: string) =>
    [...workflow.matchAll(/uses: (\S+)@(\S+)/g)].map(([, name, at]) => `${name}@${at}`);
  for (const one of [...uses(text), ...uses(ci)]) expect(one).toMatch(/@[\da-f]{40}$/);
  const ofBoth = new Set([...uses(text), ...uses(ci)].filter((one) => one.startsWith('actions/')));
  expect(ofBoth.size).toBe(2);
  expect(text).not.toMatch(/run: .*\$\{\{/);
  expect(text).toMatch(/^permissions:\n {2}contents: read\n {2}id-token: write$/m);
});
