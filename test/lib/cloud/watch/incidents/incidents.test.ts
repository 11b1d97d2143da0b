// docs/incidents.md is correct: each alarm exists and needs the stated minutes, each page has its command,
// and each test exists.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALARMS, type KnownAlarm } from './alarm-evaluator.ts';
import { INCIDENTS } from './incident-table.ts';

const root = new URL('../../../../../', import.meta.url);
const PAGE = new URL('docs/incidents.md', root);
const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8').replaceAll(/\s+/g, ' ');

function alarmOf(name: string): KnownAlarm {
  const alarm = ALARMS.get(name);
  if (alarm === undefined) throw new Error(`There is no alarm ${name}.`);
  return alarm;
}

type Incident = (typeof INCIDENTS)[number];
const HOUR = 60;
const spoken = (minutes: number) => (minutes > HOUR ? `${minutes / HOUR} hours` : `${minutes}`);

function lineOf({ what, fires, page, command, lost, tests }: Incident): string {
  const [message = '', part = message] = fires ?? [];
  const alarm = fires && alarmOf(message);
  const by = part === message ? '' : `, by \`${part}\``;
  const cells = [
    what,
    alarm ? `\`${message}\`${by} (${alarm.severity})` : 'nothing',
    alarm ? spoken(alarmOf(part).minutes) : '',
    `[${page.replace('runbooks/', '').replace('.md', '')}](${page})${command ? `: \`${command}\`` : ''}`,
    lost,
    [...new Set(tests.map(([file]) => `[test](../${file})`))].join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

const TABLE = [
  '| Incident | Alarm | After minutes | Repaired by | Lost | Played by |',
  '|---|---|--:|---|---|---|',
  ...INCIDENTS.map(lineOf),
].join('\n');

it('docs/incidents.md has the alarms, their minutes and the tests', () => {
  const page = readFileSync(PAGE, 'utf8');
  const [table = ''] = /^(?:\|.*\n?)+/m.exec(page) ?? [];
  if (process.env['UPDATE_DOCS'])
    writeFileSync(
      PAGE,
      page.replace(table, () => `${TABLE}\n`),
    );
  else expect(table.trimEnd(), 'Run this test with UPDATE_DOCS=1 to renew docs/incidents.md').toBe(TABLE);
});

describe.each(INCIDENTS)('$what', ({ fires, page, command, tests }) => {
  it('the alarm sends a message, and names the page with the remedy', () => {
    if (fires === undefined) return;
    const [message, part = message] = fires;
    expect(alarmOf(message).severity).not.toBe('silent');
    if (part !== message) expect(alarmOf(message).parts).toContain(part);
    // A disabled key is also reported by a message of EventBridge, which names its own page.
    const pages = [message, part].map((name) => `runbooks/${alarmOf(name).runbook}`);
    expect([...pages, 'runbooks/key-changed.md']).toContain(page);
  });

  it('the page has the command', () => {
    expect(textOf(`docs/${page}`)).toContain(command ?? '');
  });

  it.each(tests)('%s contains the test that plays it: %s', (file, name) => {
    expect(textOf(file).includes(name), `${file} has the test "${name}"`).toBe(true);
  });
});
