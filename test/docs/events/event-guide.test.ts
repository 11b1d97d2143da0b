// docs/events.md is correct: its code accepts messages signed by Standard Webhooks and no others, its types
// are those of the code, and both languages have the same content.
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '#domain/event/event-type.ts';
import type { Language } from '#domain/language.ts';
import { documentIn } from '../../../lib/site/sources.ts';
import { type Case, isInstalled, RECEIVERS, verified } from './receivers.ts';

const fileOf = (language: Language) =>
  new URL(`../../../docs/events${language === 'en' ? '' : '.tr'}.md`, import.meta.url);
const guides = { en: readFileSync(fileOf('en'), 'utf8'), tr: readFileSync(fileOf('tr'), 'utf8') };
const codeIn = (text: string, language: string) =>
  text.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes: 32').toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const ID = 'evt_8Vb0sQ2v1kq0c9m3hXn2Xw';
const BODY = JSON.stringify({ id: ID, data: { object: { fullName: 'Ayşe Yılmaz 🎈' } } });

function signature(secret: string, { id, timestamp, body }: Omit<Case, 'signatures'>): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
/** Seconds. */
const presentTime = () => Math.floor(Date.now() / 1000);
function message(secrets: string[] = [SECRET], seconds = presentTime()): Case {
  const unsigned = { id: ID, timestamp: String(seconds), body: BODY };
  return { ...unsigned, signatures: secrets.map((secret) => signature(secret, unsigned)).join(' ') };
}

/** Made for one receiver: one that compiles has minutes before a recent message is old. */
function casesAt(now: number): { good: Record<string, Case>; bad: Record<string, Case> } {
  const sent = message([SECRET], now);
  const good = {
    'signed with the secret': sent,
    'signed with both secrets of a rotation': message([OTHER, SECRET], now),
    'signed with both in the other order': message([SECRET, OTHER], now),
    'two minutes old': message([SECRET], now - 120),
  };
  const bad = {
    'signed with another secret': message([OTHER], now),
    'another body': { ...sent, body: BODY.replace('Ayşe', 'Ayse') },
    'another id': { ...sent, id: 'evt_1' },
    'another timestamp': { ...sent, timestamp: String(now - 1) },
    'ten minutes old': message([SECRET], now - 600),
    'from the future': message([SECRET], now + 600),
    'a signature without its version': { ...sent, signatures: sent.signatures.slice(3) },
    'a part of the signature': { ...sent, signatures: sent.signatures.slice(0, 20) },
    'no timestamp': { ...sent, timestamp: '0' },
    'an unknown version': { ...sent, signatures: sent.signatures.replace('v1,', 'v2,') },
  };
  return { good, bad };
}

/** The receivers whose tool chain is installed; that of TypeScript always is. */
const installed = Object.entries(RECEIVERS).filter(([, receiver]) => isInstalled(receiver));

describe.each(installed)('the receiver in %s', (language, receiver) => {
  it(`the receiver in ${language} accepts every recent message of ours, and no other`, () => {
    const code = codeIn(guides.en, language);
    expect(code).not.toBe('');
    const { good, bad } = casesAt(presentTime());
    const cases = { ...good, ...bad };
    const answers = verified(receiver, code, SECRET, Object.values(cases));
    const taken = Object.keys(cases).filter((_, at) => answers[at]);
    expect(answers).toHaveLength(Object.keys(cases).length);
    expect(taken).toEqual(Object.keys(good));
  });

  it(`the receiver in ${language} refuses a secret that was never set, which anybody could sign with`, () => {
    const code = codeIn(guides.en, language);
    for (const empty of ['whsec_', 'whsec_c2hvcnQ=']) {
      expect([empty, verified(receiver, code, empty, [message([empty])])]).toEqual([empty, [false]]);
    }
  });
});

/** The table of types, generated so that it cannot become outdated. */
function typesIn(language: Language): string {
  const head = { en: '| Type | Object | When |', tr: '| Tür | Nesne | Ne zaman |' };
  const rows = Object.entries(EVENT_TYPES).map(
    ([type, { objectType, when }]) => `| \`${type}\` | ${objectType} | ${when[language]} |`,
  );
  return [head[language], '|---|---|---|', ...rows].join('\n');
}
const MARKED = /(<!-- types -->\n)[\s\S]*?(<!-- end -->)/;

describe.each(['en', 'tr'] as const)('the guide in %s', (language) => {
  it(`the guide in ${language} has the types of the code`, () => {
    const wanted = guides[language].replace(MARKED, `$1${typesIn(language)}\n$2`);
    if (process.env['UPDATE_DOCS']) writeFileSync(fileOf(language), wanted);
    else expect(guides[language], 'Run UPDATE_DOCS=1 npx vitest run test/docs/events').toBe(wanted);
  });
});

it('both languages have the same code, the same sections and the same calls', () => {
  const blocks = (text: string) => [...text.matchAll(/```\w+\n[\s\S]*?```/g)].map(([block]) => block);
  const words = (text: string) =>
    new Set([...text.matchAll(/`((?:GET|POST|npm|webhook-|[a-z]+[A-Z])[^`]*)`/g)].map(([, word]) => word));
  const sections = (text: string) => text.split('\n## ').length;
  expect(blocks(documentIn('docs/events', 'tr'))).toEqual(blocks(guides.en));
  expect(sections(guides.tr)).toBe(sections(guides.en));
  expect([...words(documentIn('docs/events', 'tr'))].sort()).toEqual([...words(guides.en)].sort());
});
