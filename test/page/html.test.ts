import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Html, html, raw, render, webAddress } from '#page/html.ts';
import { OWN_HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { expectEscaped } from './expect-escaped.ts';

describe('html', () => {
  it('no text ends its element or attribute, and none of it is lost', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), expectEscaped));
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'`=/ \0a;#') }), expectEscaped));
    for (const text of OWN_HOSTILE_TEXTS) expectEscaped(text);
  });

  it('markup of the tag itself is not escaped, also in nested lists', () => {
    const items = ['a<', 'b'].map((text) => [html`<li>${text}</li>`]);
    expect(render(html`<ul>${items}</ul>`)).toBe('<ul><li>a&lt;</li><li>b</li></ul>');
  });

  it('undefined, null and false give an empty text, and zero is shown', () => {
    expect(render(html`[${undefined}${null}${false}${0}${''}]`)).toBe('[0]');
  });

  it('an object that only looks like markup throws', () => {
    const forged: Html = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}');
    expect(() => html`${forged}`).toThrow(TypeError);
  });

  it('a value in an attribute without quotes throws', () => {
    expect(() => html`<p class=${'a'}>`).toThrow('quotes');
    expect(render(html`<a href="/?language=${'tr'}">`)).toBe('<a href="/?language=tr">');
  });

  it('raw text that is composed at run time throws', () => {
    expect(() => Reflect.apply(raw, undefined, [Object.assign(['', ''], { raw: ['', ''] }), '<b>'])).toThrow(
      TypeError,
    );
    expect(render(raw`/\d+/`)).toBe(String.raw`/\d+/`);
  });
});

describe('webAddress', () => {
  it('http and https addresses, paths and queries are unchanged', () => {
    for (const address of [
      'https://shop.example/a?b=1',
      'http://localhost:3000/',
      '/iframe/HST-x',
      '?language=en',
    ])
      expect(webAddress(address)).toBe(address);
  });

  it('addresses of other schemes, without a scheme, or malformed become #', () => {
    const refused = [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
    ];
    for (const address of [...refused, 'vbscript:x', 'file:///etc/passwd', 'shop.example', ''])
      expect(webAddress(address), address).toBe('#');
  });
});
