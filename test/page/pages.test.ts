import { describe, expect, it } from 'vitest';
import { paymentForm } from '#page/form/payment-form.ts';
import { render } from '#page/html.ts';
import { OWN_HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { everyPage, formView, LANGUAGES, NONCE } from './every-page.ts';
import { expectSameSkeleton } from './expect-same-skeleton.ts';

const ALL = LANGUAGES.flatMap((language) =>
  Object.entries(everyPage(language)).map(([name, page]) => ({ language, name, page: render(page) })),
);

describe.each(ALL)('the page $name in $language', ({ language, name, page }) => {
  it('a page has less than 60 KB, script and style included', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(60_000);
  });

  it('a page loads nothing from another host', () => {
    const resources = page.match(
      /\s(?:src|srcset|data|poster|background)=|@import|url\(|<(?:iframe|object|embed|base)\b/gi,
    );
    expect(resources).toBeNull();
    const links = Array.from(page.matchAll(/<link\b[^>]*>/g), ([link]) => link);
    expect(links).toHaveLength(1);
    expect(links[0]).toContain('href="data:image/svg+xml');
    const hosts = Array.from(page.matchAll(/(?:https?:)?\/\/([\w.-]+\.\w+)/g), ([, host]) => host);
    for (const host of hosts) expect(['www.w3.org', 'shop.example']).toContain(host);
  });

  it('a page has inline style and script with the nonce only', () => {
    expect(page).not.toMatch(/<[^>]*\s(?:style|on\w+)\s*=/i);
    expect(page.match(/<style\b[^>]*>/g)).toEqual([`<style nonce="${NONCE}">`]);
    for (const tag of page.match(/<script\b[^>]*>/g) ?? []) expect(tag).toBe(`<script nonce="${NONCE}">`);
  });

  it('a page has its language, a title and one h1', () => {
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toMatch(/<title>[^<]+<\/title>/);
    expect(page.match(/<h1\b/g)).toHaveLength(1);
  });

  it('only a page with a form in its name has a form', () => {
    expect(page.includes('<form'), name).toBe(name.toLowerCase().includes('form'));
  });

  it('every id of a page is unique', () => {
    const ids = Array.from(page.matchAll(/\sid="([^"]*)"/g), ([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('texts of merchants and buyers', () => {
  it('hostile texts change no tag and no attribute of any page', () => {
    for (const text of OWN_HOSTILE_TEXTS) expectSameSkeleton(text);
  });

  it('hostile texts never become a link that runs a script', () => {
    for (const text of OWN_HOSTILE_TEXTS)
      for (const page of Object.values(everyPage('en', text)))
        expect(render(page)).not.toMatch(/(?:href|action)="\s*(?:javascript|vbscript|data:text)/i);
  });

  it('a form with 100 products of the longest names has less than 60 KB', () => {
    for (const letter of ['&', '"', '👩‍👩‍👧‍👦', 'ş']) {
      const view = formView('tr', {
        merchantName: letter.repeat(100),
        orderNumber: letter.repeat(64),
        products: Array.from({ length: 100 }, () => ({ name: letter.repeat(200), amountMinor: 999_999_999 })),
        amountMinor: 99_999_999_999,
      });
      expect(Buffer.byteLength(render(paymentForm(view))), letter).toBeLessThan(60_000);
    }
  });
});
