// The deadline above the button of a form. With scripts it appears five minutes before the end, with the
// remaining time and a button that extends it; without scripts it is always shown, and the button is part of
// the form, so that the entered values are shown again.
import type { Language } from '#domain/language.ts';
import { instantText } from '../format.ts';
import { type Html, html } from '../html.ts';
import { idOf } from '../script/contract.ts';
import { TEXTS } from '../texts.ts';

export type DeadlineView = { language: Language; expiresAt: Date; canExtend: boolean; timeZone: string };

export function deadline(view: DeadlineView, validUntil = TEXTS[view.language].validUntil): Html {
  const { language, expiresAt, canExtend, timeZone } = view;
  const texts = TEXTS[language];
  const button =
    canExtend &&
    html`<button class="quiet" id="${idOf('extend')}" type="button"
 hidden>${texts.extend}</button><noscript><button class="quiet" name="extend" value="yes"
 formnovalidate>${texts.extend}</button></noscript>`;
  return html`<div class="clock" id="${idOf('clock')}"><p><span id="${idOf('until')}">${validUntil}: <time
 datetime="${expiresAt.toISOString()}">${instantText(expiresAt, timeZone, language)}</time></span><span
 id="${idOf('left')}" class="left" hidden></span></p>${button}</div>\n`;
}
