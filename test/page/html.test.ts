import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Html, html, raw, render, webAddress } from '#page/html.ts';
import { OWN_HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { expectHarmless } from './harmless.ts';

describe('html', () => {
  it('lets no text out of its element or attribute, and loses none of it', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), expectHarmless));
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'`=/ \0a;#') }), expectHarmless));
    for (const text of OWN_HOSTILE_TEXTS) expectHarmless(text);
  });

  it('keeps markup that it made itself, also in nested lists', () => {
    const items = ['a<', 'b'].map((text) => [html`<li>${text}</li>`]);
    expect(render(html`<ul>${items}</ul>`)).toBe('<ul><li>a&lt;</li><li>b</li></ul>');
  });

  it('leaves a hole empty for undefined, null and false, and shows a zero', () => {
    expect(render(html`[${undefined}${null}${false}${0}${''}]`)).toBe('[0]');
  });

  it('takes no object that only looks like markup', () => {
    const forged: Html = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}');
    expect(() => html`${forged}`).toThrow(TypeError);
  });

  it('refuses a hole in an attribute without quotes', () => {
    expect(() => html`<p class=${'a'}>`).toThrow('quotes');
    expect(render(html`<a href="/?language=${'tr'}">`)).toBe('<a href="/?language=tr">');
  });

  it('refuses raw text that was put together at run time', () => {
    expect(() => Reflect.apply(raw, undefined, [Object.assign(['', ''], { raw: ['', ''] }), '<b>'])).toThrow(
      TypeError,
    );
    expect(render(raw`/\d+/`)).toBe(String.raw`/\d+/`);
  });
});

describe('webAddress', () => {
  it('lets through http, https and paths of our own', () => {
    for (const address of [
      'https://shop.example/a?b=1',
      'http://localhost:3000/',
      '/iframe/HST-x',
      '?language=en',
    ])
      expect(webAddress(address)).toBe(address);
  });

  it('leads nowhere for every other scheme, other hosts without one, and nonsense', () => {
    const wrong = [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
    ];
    for (const address of [...wrong, 'vbscript:x', 'file:///etc/passwd', 'shop.example', ''])
      expect(webAddress(address), address).toBe('#');
  });
});
