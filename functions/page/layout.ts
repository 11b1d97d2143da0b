// The frame around every page of the buyer: one document, one style, at most one script, nothing from
// anywhere else. The merchant's name stands first, because the buyer came for the shop and not for us.

import type { Language } from '#domain/language.ts';
import { type Html, html, raw } from './html.ts';
import { FLASK_ICON } from './icons.ts';
import { PAGE_SCRIPT, type ScriptPart } from './script/scripts.ts';
import { TEXTS } from './texts.ts';

type DocumentView = {
  language: Language;
  title: string;
  cspNonce: string;
  /** True for a merchant's test key: the page then says so on top. */
  isTest?: boolean;
  main: Html;
  /** The page must work without it. */
  script?: ScriptPart;
  /** The origins that may show the page in a frame and hear from it; none, nobody. */
  frameOrigins?: readonly string[];
  /** For browsers without scripts: load again after so many seconds, or go elsewhere. */
  refresh?: { seconds: number; address?: string };
  /** Our own constant style. */
  style: readonly Html[];
};

/** A drawing in the address itself: a browser would otherwise ask for /favicon.ico. */
const FAVICON = raw`<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'
 viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%233446c8'/%3E%3Crect x='6' y='10'
 width='20' height='13' rx='2.5' fill='%23fff'/%3E%3Crect x='6' y='13' width='20' height='3'
 fill='%233446c8'/%3E%3C/svg%3E">`;

export function pageDocument(view: DocumentView): Html {
  const texts = TEXTS[view.language];
  const { refresh, frameOrigins = [] } = view;
  const isFramable = frameOrigins.length > 0;
  const runs: ScriptPart[] = [
    ...(isFramable ? (['frame'] as const) : []),
    ...(view.script ? [view.script] : []),
  ];
  const isRunning = runs.length > 0;
  const target = refresh?.address === undefined ? '' : `;url=${refresh.address}`;
  return html`<!doctype html>
<html lang="${view.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="referrer" content="no-referrer">
<title>${view.title}</title>
${FAVICON}
${refresh && html`<noscript><meta http-equiv="refresh" content="${refresh.seconds}${target}"></noscript>`}
<style nonce="${view.cspNonce}">${view.style}</style>
</head>
<body${isRunning && html` data-runs="${runs.join(' ')}"`}${
    isFramable && html` data-frame-origins="${frameOrigins.join(' ')}"`
  }>
${view.isTest && html`<header class="ribbon">${FLASK_ICON}<span>${texts.testMode}</span></header>`}
${view.main}
${isRunning && html`<script nonce="${view.cspNonce}">${PAGE_SCRIPT}</script>\n`}</body>
</html>
`;
}

/** The merchant's name with its first letter as a sign: no logo may be loaded from the merchant's site. */
export function merchantMark(merchantName: string): Html {
  const letters = new Intl.Segmenter('tr', { granularity: 'grapheme' }).segment(merchantName.trim());
  const [first] = letters;
  const initial = (first?.segment ?? '•').toLocaleUpperCase('tr');
  return html`<span class="initial" aria-hidden="true">${initial}</span><bdi>${merchantName}</bdi>`;
}
