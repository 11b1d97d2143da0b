// The document of every buyer page: one style, at most one script, nothing loaded from elsewhere. The
// merchant's name comes first, because the buyer came from the shop.
import type { Language } from '#domain/language.ts';
import { dataset, type Html, html, outcomeScript, raw } from './html.ts';
import { FLASK_ICON } from './icons.ts';
import type { BodyData, OutcomePart, ScriptPart } from './script/contract.ts';
import { type Face, faceStyle } from './shop-face.ts';
import { FORMATS, TEXTS } from './texts.ts';

type DocumentView = {
  language: Language;
  title: string;
  /** Further tags of the head. */
  head?: Html | false | undefined;
  cspNonce: string;
  /** True for a test key: the page shows this at the top. */
  isTest?: boolean;
  main: Html;
  /** The page must work without the script. */
  scripts?: readonly OutcomePart[];
  /** The script of a page with a form, in the place of the others'. */
  formScript?: () => Html;
  /** The origins that may frame the page and receive its messages. */
  frameOrigins?: readonly string[];
  /** For browsers without scripts: reload, or load another address, after some seconds. */
  refresh?: { seconds: number; address?: string };
  /** Constant style only. */
  style: readonly Html[];
  /** The shop's face, whose colours replace those of the style. */
  face?: Face | undefined;
};

/** A data URL, because browsers otherwise request /favicon.ico. */
const FAVICON = raw`<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'
 viewBox='0 0 20 20'%3E%3Cpath fill='%233446c8' d='M0 3h20v4H0zm0 6h20v8H0z'/%3E%3C/svg%3E">`;

export function pageDocument(view: DocumentView): Html {
  const texts = TEXTS[view.language];
  const { direction } = FORMATS[view.language];
  const { refresh, frameOrigins = [], formScript } = view;
  const isFramable = frameOrigins.length > 0;
  const scriptParts: ScriptPart[] = [
    ...(isFramable ? (['frame'] as const) : []),
    ...(formScript ? (['form'] as const) : []),
    ...(view.scripts ?? []),
  ];
  const hasScript = scriptParts.length > 0;
  const script = formScript ?? outcomeScript;
  const target = refresh?.address === undefined ? '' : `;url=${refresh.address}`;
  return html`<!doctype html>
<html lang="${view.language}"${direction && html` dir="${direction}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no">
<title>${view.title}</title>
${view.head}${FAVICON}
${refresh && html`<noscript><meta http-equiv="refresh" content="${refresh.seconds}${target}"></noscript>`}
<style nonce="${view.cspNonce}">${view.style}${faceStyle(view.face)}</style>
</head>
<body${
    hasScript &&
    dataset<BodyData>({ runs: scriptParts.join(' '), frameOrigins: frameOrigins.join(' ') || undefined })
  }>
${view.isTest && html`<header class="ribbon">${FLASK_ICON}<span>${texts.testMode}</span></header>`}
${view.main}
${hasScript && html`<script nonce="${view.cspNonce}">${script()}</script>\n`}</body>
</html>
`;
}
