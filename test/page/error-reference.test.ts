// The error reference explains every code, to readers of either language.
import { describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/rejection.ts';
import { errorReference } from '#page/error-reference.ts';
import { render } from '#page/html.ts';
import { LANGUAGES, NONCE } from './every-page.ts';

/** Returns the text as the page writes it: escaped, with `code` elements instead of backticks. */
const written = (text: string) =>
  text
    .replaceAll(/[<>"']/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? '')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>');

describe.each(LANGUAGES)('the error reference in %s', (language) => {
  const page = render(errorReference({ language, cspNonce: NONCE, errors: ERRORS }));
  const sections = page.split('<section id="').slice(1);

  it('the error reference has one section for each code, with its status', () => {
    const headings = sections.map((section) => /<h2>(.*)<\/h2>/.exec(section)?.[1]);
    expect(headings).toEqual(Object.entries(ERRORS).map(([code, { status }]) => `${status} ${code}`));
  });

  it('each section has message and advice in both languages, the page language first', () => {
    for (const [at, { advice, ...messages }] of Object.values(ERRORS).entries()) {
      const section = sections[at] ?? '';
      const languages = [...section.matchAll(/<div lang="(\w+)">/g)].map(([, one]) => one);
      expect(languages).toEqual([language, ...LANGUAGES.filter((one) => one !== language)]);
      for (const one of LANGUAGES) {
        expect(section).toContain(written(messages[one]));
        expect(section).toContain(written(advice[one]));
      }
    }
  });
});
