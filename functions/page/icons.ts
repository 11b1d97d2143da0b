// Drawings are inline, because the page loads nothing. All are decoration: the text beside each has its
// meaning.
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import { type Html, html, raw } from './html.ts';

export const LOCK_ICON = raw`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path
 fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"
 d="M6.2 9V6.4a3.8 3.8 0 0 1 7.6 0V9"/><rect x="4" y="8.8" width="12" height="8.2" rx="2.2"
 fill="currentColor"/></svg>`;

/** Refers to the drawing in `BRAND_LOGOS`, because a form has it at every field. */
export const ALERT_ICON = raw`<svg class="icon" aria-hidden="true"><use href="#alert"/></svg>`;

const ALERT_DRAWING = raw`<symbol id="alert" viewBox="0 0 20 20"><circle
 cx="10" cy="10" r="8.2" fill="none" stroke="currentColor"
 stroke-width="1.7"/><path stroke="currentColor" stroke-width="1.7" stroke-linecap="round"
 d="M10 6v5"/><circle cx="10" cy="13.8" r="1.15" fill="currentColor"/></symbol>`;

export const FLASK_ICON = raw`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path
 fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"
 stroke-linejoin="round" d="M7.5 3h5M8.5 3v5L4 17h12L11.5 8V3M6 13h8"/></svg>`;

/** The large sign of an outcome page: a tick, a cross, a clock, a bar, a spinner. */
export const SIGNS = {
  success: raw`<svg class="sign success" viewBox="0 0 72 72" aria-hidden="true"><circle
 class="disc" cx="36" cy="36" r="34"/><path class="stroke" d="M22 37.5 32 47.5 51 27"/></svg>`,
  failure: raw`<svg class="sign failure" viewBox="0 0 72 72" aria-hidden="true"><circle
 class="disc" cx="36" cy="36" r="34"/><path class="stroke" d="M26 26 46 46M46 26 26 46"/></svg>`,
  neutral: raw`<svg class="sign neutral" viewBox="0 0 72 72" aria-hidden="true"><circle
 class="disc" cx="36" cy="36" r="34"/><circle class="stroke" cx="36" cy="36" r="16.5"/><path
 class="stroke" d="M36 26.5V36l6.5 4.5"/></svg>`,
  ended: raw`<svg class="sign neutral" viewBox="0 0 72 72" aria-hidden="true"><circle
 class="disc" cx="36" cy="36" r="34"/><path class="stroke" d="M24 36h24"/></svg>`,
  waiting: raw`<svg class="sign waiting" viewBox="0 0 72 72" aria-hidden="true"><circle
 class="track" cx="36" cy="36" r="31"/><path class="turning" d="M36 5a31 31 0 0 1 31 31"/></svg>`,
};

/** The names as the associations write them; other associations have none. */
export const BRAND_NAMES: Record<CardAssociation, string> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  TROY: 'Troy',
  OTHER: '',
};

/** The logos of the four associations of Turkish cards, each on a card. */
const LOGO_DRAWINGS: Partial<Record<CardAssociation, Html>> = {
  VISA: raw`<symbol id="mark-VISA" viewBox="0 0 38 24"><rect
 x=".5" y=".5" width="37" height="23" rx="3.5" fill="#fff" stroke="#cfd5de"/><text
 x="5.5" y="16.4" textLength="27" font-size="12.5" font-weight="800" font-style="italic"
 fill="#1a1f71">VISA</text></symbol>`,
  MASTERCARD: raw`<symbol id="mark-MASTERCARD" viewBox="0 0 38 24"><rect
 x=".5" y=".5" width="37" height="23" rx="3.5"
 fill="#fff" stroke="#cfd5de"/><circle cx="15" cy="12" r="7" fill="#eb001b"/><circle cx="23" cy="12" r="7"
 fill="#f79e1b"/><path fill="#ff5f00" d="M19 6.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4"/></symbol>`,
  AMEX: raw`<symbol id="mark-AMEX" viewBox="0 0 38 24"><rect
 x=".5" y=".5" width="37" height="23" rx="3.5" fill="#016fd0" stroke="#016fd0"/><text
 x="4.5" y="16" textLength="29" font-size="11" font-weight="800" fill="#fff">AMEX</text></symbol>`,
  TROY: raw`<symbol id="mark-TROY" viewBox="0 0 38 24"><rect
 x=".5" y=".5" width="37" height="23" rx="3.5" fill="#fff" stroke="#cfd5de"/><text
 x="4.5" y="16" textLength="29" font-size="16.5" font-weight="700" fill="#0a7d91">tr<tspan
 fill="#f08a00">o</tspan>y</text></symbol>`,
};

/** The logo of a card's association. It refers to the one drawing on the page. */
export const brandLogo = (association: CardAssociation): Html | undefined =>
  LOGO_DRAWINGS[association] &&
  html`<svg data-brand="${association}" aria-hidden="true"
 viewBox="0 0 38 24"><use href="#mark-${association}"/></svg>`;

const LOGOS = (Object.keys(LOGO_DRAWINGS) as CardAssociation[]).map(brandLogo);
/** All logos, and the drawings to which every logo and alert on the page refers. */
export const BRAND_LOGOS = html`<span class="brands" aria-hidden="true">${LOGOS}</span><svg
 hidden aria-hidden="true">${Object.values(LOGO_DRAWINGS)}${ALERT_DRAWING}</svg>`;

/** The place of the security code: on the back of a card, and on the front of American Express. */
export const CVV_DRAWINGS = raw`<svg class="cvv-back" viewBox="0 0 38 24" aria-hidden="true"><g
 fill="none" stroke="currentColor"><g opacity=".55"><rect x="1" y="1" width="36" height="22" rx="3.5"
 stroke-width="1.5"/><path stroke-width="4" d="M1 7.5h36"/></g><rect x="20.5" y="12.5" width="12.5"
 height="6.5" rx="3.5" stroke-width="1.5"/><path stroke-width="2" stroke-linecap="round"
 stroke-dasharray="0 2.75" d="M24 15.75h6"/></g></svg><svg class="cvv-front" viewBox="0 0 38 24"
 aria-hidden="true"><g fill="none" stroke="currentColor"><g opacity=".55"><rect x="1" y="1" width="36"
 height="22" rx="3.5" stroke-width="1.5"/><path stroke-width="2" d="M5 17.5h12M5 7.5h6"/></g><rect x="18.5"
 y="4.5" width="15" height="6.5" rx="3.5" stroke-width="1.5"/><path stroke-width="2" stroke-linecap="round"
 stroke-dasharray="0 2.75" d="M22 7.75h8.5"/></g></svg>`;
