// The error reference, to which `docUrl` of every failed call leads: the table of refusals as a page. Turkish
// and English stand side by side, so that a reader of both can compare them.
import type { Language } from '#domain/language.ts';
import type { ERRORS } from '#domain/rejection.ts';
import { type Html, html, style } from './html.ts';
import { pageDocument } from './layout.ts';

const STYLE = style`
:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:1.5rem 1rem}
h1{font-size:1.6rem}
section{border-top:1px solid color-mix(in srgb,currentColor 25%,transparent);
padding:.9rem 0;scroll-margin:1rem}
section:target{background:color-mix(in srgb,Highlight 18%,transparent);padding-inline:.6rem}
h2{font:600 1rem ui-monospace,monospace;margin:0;overflow-wrap:anywhere}
p{margin:.3rem 0;overflow-wrap:anywhere}
section>div{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));column-gap:2rem}
nav a{display:inline-block;min-height:1.5rem}
`;

const WORDS = {
  tr: {
    title: 'Hata kodları',
    way: 'Ne yapmalı',
    again: 'Aynı istek yeniden gönderilebilir.',
    other: 'English',
  },
  en: {
    title: 'Error codes',
    way: 'What to do',
    again: 'The same request may be sent again.',
    other: 'Türkçe',
  },
};

export function errorReference(view: { language: Language; cspNonce: string; errors: typeof ERRORS }): Html {
  const { language, cspNonce, errors } = view;
  const words = WORDS[language];
  const other = language === 'tr' ? 'en' : 'tr';
  const sections = Object.entries(errors).map(
    ([code, rejection]) => html`<section id="${code}">
<h2>${rejection.status} ${code}</h2>
<div>${entry(rejection, language)}${entry(rejection, other)}</div></section>\n`,
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

function entry(
  { retryable, advice, ...messages }: (typeof ERRORS)[keyof typeof ERRORS],
  language: Language,
): Html {
  const words = WORDS[language];
  return html`<div lang="${language}"><p>${messages[language]}</p>
<p><strong>${words.way}:</strong> ${withCode(advice[language])} ${retryable && words.again}</p></div>\n`;
}

/** Text between backticks becomes code. */
const withCode = (text: string): Html[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
