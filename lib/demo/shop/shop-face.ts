// The demo shop's branding of its payment pages, and the two pages to which it links.
import { readFileSync } from 'node:fs';
import type { Language } from '#domain/language.ts';
import { type Html, html } from '#page/html.ts';
import type { LocalMerchantOptions } from '../../local/local-merchant.ts';
import { shopDocument } from './shop-page.ts';
import { SHOP_TEXTS } from './shop-texts.ts';

const LOGO = new URL('logo.png', import.meta.url);

/** The colour is the same as that of the shop's own buttons. */
export const demoFace = (baseUrl: string): NonNullable<LocalMerchantOptions['face']> => ({
  branding: {
    color: '#9a4a1c',
    supportEmail: 'destek@kahve.example',
    supportPhone: '0850 000 00 00',
    termsUrl: `${baseUrl}/shop/terms`,
    privacyUrl: `${baseUrl}/shop/privacy`,
  },
  logo: readFileSync(LOGO, 'base64'),
});

/** The names of title and text, by path. */
const PAGES = {
  '/terms': ['termsTitle', 'termsText'],
  '/privacy': ['privacyTitle', 'privacyText'],
} as const;

export const isFacePage = (path: string): path is keyof typeof PAGES => Object.hasOwn(PAGES, path);

export function facePage(view: { language: Language; cspNonce: string; path: keyof typeof PAGES }): Html {
  const { language, cspNonce, path } = view;
  const [titleName, textName] = PAGES[path];
  const texts = SHOP_TEXTS[language];
  const title = texts[titleName];
  return shopDocument({
    language,
    cspNonce,
    title,
    main: html`<main class="result"><h1>${title}</h1><p>${texts[textName]}</p></main>`,
  });
}
