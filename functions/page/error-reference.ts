// The error reference that `docUrl` of every failure leads to: the table of refusals, readable.

import type { Language } from '#domain/language.ts';
import type { REJECTIONS } from '#domain/rejection.ts';
import { type Html, html, raw } from './html.ts';
import { pageDocument } from './layout.ts';

const STYLE = raw`
:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1.5rem 1rem}
h1{font-size:1.6rem}
section{border-top:1px solid color-mix(in srgb,currentColor 25%,transparent);
padding:.9rem 0;scroll-margin:1rem}
section:target{background:color-mix(in srgb,Highlight 18%,transparent);padding-inline:.6rem}
h2{font:600 1rem ui-monospace,monospace;margin:0;overflow-wrap:anywhere}
p{margin:.3rem 0}
nav a{display:inline-block;min-height:1.5rem}
`;

const WORDS = {
  tr: { title: 'Hata kodları', way: 'Çözüm', again: 'Aynı istek yinelenebilir.', other: 'English' },
  en: {
    title: 'Error codes',
    way: 'What to do',
    again: 'The same request may be sent again.',
    other: 'Türkçe',
  },
};

export function errorReference(view: {
  language: Language;
  cspNonce: string;
  rejections: typeof REJECTIONS;
}): Html {
  const { language, cspNonce, rejections } = view;
  const words = WORDS[language];
  const other = language === 'tr' ? 'en' : 'tr';
  const sections = Object.entries(rejections).map(
    ([code, { status, retryable, advice, [language]: sentence }]) => html`<section id="${code}">
<h2>${status} ${code}</h2><p>${sentence}</p>
<p><strong>${words.way}:</strong> ${advice[language]} ${retryable && words.again}</p></section>\n`,
  );
  return pageDocument({
    language,
    title: words.title,
    cspNonce,
    style: [STYLE],
    main: html`<main><nav><a href="?language=${other}" lang="${other}">${words.other}</a></nav>
<h1>${words.title}</h1>
${sections}</main>`,
  });
}
