// Drawings are inline, because the page loads nothing. All are decoration: the text beside each has its
// meaning.
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import { type Html, html, raw } from './html.ts';

export const LOCK_ICON = raw`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path
 fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"
 d="M6.2 9V6.4a3.8 3.8 0 0 1 7.6 0V9"/><rect x="4" y="8.8" width="12" height="8.2" rx="2.2"
 fill="currentColor"/></svg>`;

export const ALERT_ICON = raw`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><circle
 cx="10" cy="10" r="8.2" fill="none" stroke="currentColor"
 stroke-width="1.7"/><path stroke="currentColor" stroke-width="1.9" stroke-linecap="round" d="M10
 5.9v5"/><circle cx="10" cy="13.8" r="1.15" fill="currentColor"/></svg>`;

export const FLASK_ICON = raw`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path
 fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"
 stroke-linejoin="round" d="M7.5 2.8h5M8.3 2.8v4.7l-4.5 7.6a1.6 1.6 0 0 0 1.4 2.4h9.6a1.6 1.6 0 0 0
 1.4-2.4l-4.5-7.6V2.8M6 12.4h8"/></svg>`;

/** The large sign of an outcome page: a tick, a cross, a clock, a spinner. */
export const SIGNS = {
  success: raw`<svg class="sign success" viewBox="0 0 72 72" aria-hidden="true"><circle
 class="disc" cx="36" cy="36" r="34"/><path class="stroke" d="M22 37.5 32 47.5 51 27"/></svg>`,
  failure: raw`<svg class="sign failure" viewBox="0 0 72 72" aria-hidden="true"><circle
 class="disc" cx="36" cy="36" r="34"/><path class="stroke" d="M26 26 46 46M46 26 26 46"/></svg>`,
  neutral: raw`<svg class="sign neutral" viewBox="0 0 72 72" aria-hidden="true"><circle
 class="disc" cx="36" cy="36" r="34"/><circle class="stroke" cx="36" cy="36" r="16.5"/><path
 class="stroke" d="M36 26.5V36l6.5 4.5"/></svg>`,
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
 x=".5" y=".5" width="37" height="23" rx="3.5" fill="#fff"
 stroke="#cfd5de"/><g fill="#1a1f71" transform="translate(-1.7 0)"><path d="M17.3 7.6 13.4 16.4H10.9L9 9.5C8.9
 9.1 8.7 8.9 8.3 8.7 7.7 8.4 6.8 8.1 6 7.9L6.1 7.6H10C10.5 7.6 11 8 11.1 8.5L12 13.4 14.8 7.6ZM20.3 7.6 18.4
 16.4H16.2L18.1 7.6Z"/><path transform="translate(.6 0)" d="M27.2 13.5C27.2 15.4 25.5 16.6 23.1 16.6 22 16.6
 21 16.4 20.4 16.1L20.8 14.3C21.4 14.6 22.1 14.9 23.2 14.9 24 14.9 24.8 14.6 24.8 13.9 24.8 13.4 24.5 13.1
 23.4 12.6 22.3 12.1 21.2 11.5 21.2 10.1 21.2 8.5 22.8 7.4 25 7.4 25.9 7.4 26.7 7.6 27.2 7.8L26.8 9.5C26.4
 9.3 25.7 9.1 24.9 9.1 24 9.1 23.6 9.5 23.6 9.9 23.6 10.4 24.3 10.7 25.1 11.1 26.5 11.7 27.2 12.4 27.2
 13.5ZM33 16.4 32.7 15.1H29.8L29.3 16.4H26.9L30.4 8.3C30.6 7.9 31 7.6 31.4 7.6H33.3L35.1 16.4ZM30.4
 13.3H32.3L31.7 10.1Z"/></g></symbol>`,
  MASTERCARD: raw`<symbol id="mark-MASTERCARD" viewBox="0 0 38 24"><rect
 x=".5" y=".5" width="37" height="23" rx="3.5"
 fill="#fff" stroke="#cfd5de"/><circle cx="15" cy="12" r="7" fill="#eb001b"/><circle cx="23" cy="12" r="7"
 fill="#f79e1b"/><path fill="#ff5f00" d="M19 6.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4"/></symbol>`,
  AMEX: raw`<symbol id="mark-AMEX" viewBox="0 0 38 24"><rect
 x=".5" y=".5" width="37" height="23" rx="3.5"
 fill="#016fd0" stroke="#016fd0"/><path fill="#fff" transform="translate(-1.45 0)" d="M6.9 8h2.3l3 8H9.9l-.5
 -1.5H6.6L6.1 16H3.8ZM7.2 12.8h1.6L8 10.2ZM12.9 16V8h2.6L17 12l1.5-4h2.6v8H19v-4.9L17.6 15h-1.2L15
 11.1V16ZM22.4 8H28v1.8h-3.5v1.3h3.4v1.7h-3.4v1.4H28V16h-5.6ZM28.9 8H31.5l1.5 2.4L34.5 8h2.5l-2.7 4 2.8
 4H34.5l-1.6-2.5-1.6 2.5h-2.5l2.8-4Z"/></symbol>`,
  TROY: raw`<symbol id="mark-TROY" viewBox="0 0 38 24"><rect
 x=".5" y=".5" width="37" height="23" rx="3.5" fill="#fff"
 stroke="#cfd5de"/><path fill="none" stroke="#0a7d91" stroke-width="2" stroke-linecap="round" d="M7
 6.8v6.6q0 2.4 2.4 2.4M4.9 9.4h4.4M13 15.8v-6.4M13 12q.4-2.6 3-2.6M28.4 9.4
 31 15.2M33.4 9.4l-3.3 8q-.6 1.4-2.2 1.2"/><circle cx="22" cy="12.6" r="3.2" fill="none" stroke="#f08a00"
 stroke-width="2"/></symbol>`,
};

/** The logo of a card's association. It refers to the one drawing on the page. */
export const brandLogo = (association: CardAssociation): Html | undefined =>
  LOGO_DRAWINGS[association] &&
  html`<svg data-brand="${association}" aria-hidden="true"
 viewBox="0 0 38 24"><use href="#mark-${association}"/></svg>`;

const LOGOS = (Object.keys(LOGO_DRAWINGS) as CardAssociation[]).map(brandLogo);
/** All logos, and the drawings to which every logo on the page refers. */
export const BRAND_LOGOS = html`<span class="brands" aria-hidden="true">${LOGOS}</span><svg
 hidden aria-hidden="true">${Object.values(LOGO_DRAWINGS)}</svg>`;

/** The place of the security code: on the back of a card, and on the front of American Express. */
export const CVV_DRAWINGS = raw`<svg class="cvv-back" viewBox="0 0 38 24" aria-hidden="true"><rect x="1"
 y="1" width="36" height="22" rx="3.5" fill="none" stroke="currentColor" stroke-width="1.5"
 opacity=".55"/><path fill="currentColor" opacity=".55" d="M1 5.5h36v4H1z"/><rect x="20.5" y="12.5"
 width="12.5" height="6.5" rx="3.25" fill="none" stroke="currentColor" stroke-width="1.4"/><g
 fill="currentColor"><circle cx="24" cy="15.75" r="1"/><circle cx="26.75" cy="15.75" r="1"/><circle
 cx="29.5" cy="15.75" r="1"/></g></svg><svg class="cvv-front" viewBox="0 0 38 24" aria-hidden="true"><g
 fill="none" stroke="currentColor"><rect x="1" y="1" width="36" height="22" rx="3.5"
 stroke-width="1.5" opacity=".55"/><path stroke-width="2" opacity=".55" d="M5 17.5h12M5 7.5h6"/><rect
 x="18.5" y="4.5" width="15" height="6.5" rx="3.25" stroke-width="1.4"/></g><g fill="currentColor"><circle
 cx="22" cy="7.75" r="1"/><circle cx="24.7" cy="7.75" r="1"/><circle cx="27.4" cy="7.75" r="1"/><circle
 cx="30.1" cy="7.75" r="1"/></g></svg>`;
