import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '#domain/installment/families.ts';
import { plansFor } from '#domain/installment/plan.ts';
import { paymentForm } from '#page/form/payment-form.ts';
import { type Html, render } from '#page/html.ts';
import type { Face } from '#page/shop-face.ts';
import { OWN_HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { everyPage, formView, LANGUAGES, NONCE } from './every-page.ts';
import { expectSameSkeleton } from './expect-same-skeleton.ts';
import { largestPages } from './largest-pages.ts';

const ALL = LANGUAGES.flatMap((language) =>
  Object.entries(everyPage(language)).map(([name, page]) => ({ language, name, page: render(page) })),
);

const sizesOf = (page: Html) => {
  const bytes = Buffer.from(render(page));
  return { plain: bytes.length, compressed: gzipSync(bytes).length };
};

describe.each(ALL)('the page $name in $language', ({ language, name, page }) => {
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
});

describe.each(LANGUAGES)(
  'every page in %s has less than 60 KB, and less than 16 KB compressed,',
  (language) => {
    const expectSmall = (pages: Record<string, Html>) => {
      for (const [name, page] of Object.entries(pages)) {
        const { plain, compressed } = sizesOf(page);
        expect(plain, name).toBeLessThan(60_000);
        expect(compressed, name).toBeLessThan(16 * 1024);
      }
    };

    it('every page with usual texts is small', () => expectSmall(everyPage(language)));

    // An escaped `"` is the longest letter; different words in each text compress worst.
    it.each(['"', '👩', 'ş', 'words'])(
      'every page with the longest texts, stored cards, counts and errors is small (%s)',
      (of) => {
        const texts: string[] = [];
        const textOf = (length: number) => {
          texts.push(of === 'words' ? wordsOf(length, texts.length) : of.repeat(length));
          return texts.at(-1) ?? '';
        };
        expectSmall(largestPages(language, textOf));
      },
    );

    // Texts that cannot be compressed are not the page's fault: only the rest is limited.
    it('every page without incompressible texts of the merchant and the buyer is small', () => {
      const texts = new Set<string>();
      const textOf = (length: number) => {
        const text = shake(`random ${texts.size}`, length).toString('base64url').slice(0, length);
        texts.add(text);
        return text;
      };
      for (const [name, page] of Object.entries(largestPages(language, textOf))) {
        expect(sizesOf(page).plain, name).toBeLessThan(60_000);
        const rest = [...texts].reduce((left, text) => left.replaceAll(text, ''), render(page));
        expect(gzipSync(rest).length, name).toBeLessThan(15_800);
      }
    });
  },
);

const WORDS =
  `filtre kahve öğütülmüş çekirdek bakır cezve el yapımı fincan takımı altılı porselen beyaz lacivert
desenli hediye paketi özel baskı kâğıt torba bardak termos paslanmaz çelik kapaklı büyük boy kavrulmuş yöresel
lokum güllü fıstıklı çikolata organik pamuk önlük mutfak seti ahşap kaşık değirmen ayarlı yedek parça`.split(
    /\s/,
  );

const shake = (seed: string, outputLength: number): Buffer =>
  createHash('shake256', { outputLength }).update(seed).digest();

/** Returns the words in another order for each seed. */
function wordsOf(length: number, seed: number): string {
  return Array.from(shake(String(seed), length), (byte) => WORDS[byte % WORDS.length])
    .join(' ')
    .slice(0, length);
}

it.each(LANGUAGES)(
  'installments of every family add less than 6 KB to a form in %s, 2.5 KB compressed',
  (language) => {
    const table = FAMILIES.flatMap((family, at) =>
      [2, 3, 6, 9, 12].map((count) => ({
        family,
        count,
        ratePpm: at * 1_000 * count,
        bearer: 'buyer' as const,
      })),
    );
    const plainView = formView(language);
    const plans = plansFor(plainView, { table, counts: [], today: '2026-11-20' });
    const [plain, split] = [plainView, formView(language, { plans })].map((view) =>
      sizesOf(paymentForm(view)),
    );
    expect(plans).toHaveLength(FAMILIES.length);
    expect((split?.plain ?? 0) - (plain?.plain ?? 0)).toBeLessThan(6_000);
    expect((split?.compressed ?? 0) - (plain?.compressed ?? 0)).toBeLessThan(2_500);
  },
);

const FACE: Face = {
  color: '#0b1f3a',
  logo: { address: `https://pay.example.com/iframe/logo-640x160-${'0'.repeat(32)}`, width: 640, height: 160 },
  supportEmail: 'destek@shop.example.com',
  supportPhone: '+90 850 222 00 00',
  supportUrl: 'https://shop.example.com/yardim',
  termsUrl: 'https://shop.example.com/kosullar',
  privacyUrl: 'https://shop.example.com/gizlilik',
};

it.each(LANGUAGES)(
  'a branded form with six counts in %s has at most 40 KB, 14.5 KB compressed',
  (language) => {
    const token = shake('token', 33).toString('base64url').slice(0, 43);
    const address = `https://pay.example.com/iframe/HST-${token}`;
    const { plain, compressed } = sizesOf(
      paymentForm(
        formView(language, {
          face: FACE,
          installmentCounts: [1, 2, 3, 6, 9, 12],
          action: address,
          cancelUrl: `${address}/leave`,
          otherLanguageUrl: `${address}?language=en`,
          formNonce: NONCE,
          frameOrigins: ['https://shop.example.com'],
        }),
      ),
    );
    expect(plain).toBeLessThanOrEqual(40_000);
    expect(compressed).toBeLessThanOrEqual(14_500);
  },
);
