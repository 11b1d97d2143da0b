// A page of the site around its text. Style and script are files of the site, so that the policy allows
// nothing inline, and browsers can keep every page.
import type { Language } from '#domain/language.ts';
import { escaped, type Heading } from './markdown.ts';
import { LANGUAGES } from './snippets/languages.ts';
import { WORDS } from './words.ts';

type MenuEntry = { name: string; title: string };
export type Menu = readonly (readonly [title: string, entries: readonly MenuEntry[]])[];
type View = { language: Language; name: string; title: string; html: string; headings: readonly Heading[] };

/** `hasOther`: whether the page exists in the other language. */
export function sitePage(view: View, menu: Menu, hasOther: boolean): string {
  const { language, name, title, html, headings } = view;
  const words = WORDS[language];
  const other = language === 'tr' ? 'en' : 'tr';
  const inside = headings.filter(({ level }) => level === 2);
  const links = menu.map(
    ([group, entries]) =>
      `<h2>${escaped(group)}</h2><ul>${entries.map((entry) => menuLine(entry, view, inside)).join('')}</ul>`,
  );
  const options = Object.entries(LANGUAGES).map(
    ([code, label]) => `<option value="${code}">${label}</option>`,
  );
  const otherLanguage = `<a href="${name}.${other}" lang="${other}" hreflang="${other}">${words.other}</a>`;
  const said = `aria-label="${words.contents}" data-copy="${words.copy}" data-copied="${words.copied}"`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · ${words.site}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="site.css"><script src="site.js" defer></script>
<link rel="alternate" type="text/markdown" href="${name}.${language}.md"></head>
<body><a class="skip" href="#text">${words.skip}</a>
<header><a class="name" href="start.${language}">${words.site}</a>
<a class="to-menu" href="#menu">${words.contents}</a>
<label class="scripted">${words.code} <select id="code">${options.join('')}</select></label>
<div class="search scripted" role="search"><label class="unseen" for="find">${words.searchHint}</label>
<input id="find" type="search" autocomplete="off" placeholder="${words.search}" aria-controls="found">
<p class="unseen" id="count" role="status" data-found="${words.found}" data-none="${words.nothing}"></p>
<ul id="found" hidden></ul></div>
${hasOther ? otherLanguage : ''}</header>
<main id="text" tabindex="-1">${html}
<p class="end"><a href="${name}.${language}.md">${words.markdown}</a></p></main>
<nav id="menu" ${said}>${links.join('')}</nav></body></html>
`;
}

function menuLine(entry: MenuEntry, { name, language }: View, inside: readonly Heading[]): string {
  const address = entry.name.includes('.') ? entry.name : `${entry.name}.${language}`;
  const isHere = entry.name === name;
  const here = isHere ? ' aria-current="page"' : '';
  const shown = isHere && inside.length > 1 && inside.length < 40 ? inside : [];
  const lines = shown.map(({ id, text }) => `<li><a href="#${escaped(id)}">${escaped(text)}</a></li>`);
  const parts = lines.length === 0 ? '' : `<ul>${lines.join('')}</ul>`;
  return `<li><a href="${address}"${here}>${escaped(entry.title)}</a>${parts}</li>`;
}
