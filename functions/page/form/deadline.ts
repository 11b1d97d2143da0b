// The deadline above the button of a form. With scripts it appears five minutes before the end, with the
// remaining time and a button that extends it; without scripts it is always shown, and the button is part of
// the form, so that the entered values are shown again.

import type { Language } from '#domain/language.ts';
import { canBeExtended } from '#domain/payment/deadline.ts';
import { instantText } from '../format.ts';
import { type Html, html } from '../html.ts';
import { TEXTS } from '../texts.ts';

export type DeadlineView = { language: Language; createdAt: Date; expiresAt: Date; timeZone?: string };

const isExtendable = ({ createdAt, expiresAt }: DeadlineView) =>
  canBeExtended({ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() });

export function deadline(view: DeadlineView, validUntil = TEXTS[view.language].validUntil): Html {
  const { language, expiresAt, timeZone = 'Europe/Istanbul' } = view;
  const texts = TEXTS[language];
  const button =
    isExtendable(view) &&
    html`<button class="quiet" id="extend" type="button" hidden>${texts.extend}</button><noscript><button
 class="quiet" name="extend" value="yes" formnovalidate>${texts.extend}</button></noscript>`;
  return html`<div class="clock" id="clock"><p><span id="until">${validUntil}: <time
 datetime="${expiresAt.toISOString()}">${instantText(expiresAt, timeZone, language)}</time></span><span
 id="left" class="left" hidden></span></p>${button}</div>\n`;
}

/** The deadline's texts and data as attributes, because the script itself contains no text. */
export function deadlineAttributes(
  view: DeadlineView & { now: Date },
  { timeOverText }: { timeOverText: string },
): Html {
  const texts = TEXTS[view.language];
  const leftMs = Math.max(0, view.expiresAt.getTime() - view.now.getTime());
  return html`data-left-ms="${leftMs}"${isExtendable(view) && html` data-can-extend`}
 data-time-left="${texts.timeLeft}" data-left300="${texts.left300}" data-left60="${texts.left60}"
 data-left30="${texts.left30}" data-extended="${texts.extended}" data-not-extended="${texts.notExtended}"
 data-time-over="${texts.timeOver}" data-time-over-text="${timeOverText}"`;
}
