// The script of the form: grouped digits, card brand, hints, time left, one submit only. An input error stops
// the first press of the button, so the buyer need not type the whole card again because of one wrong digit.
// A second press sends the form unchanged, because the server decides (hosted-page.md 4.8). Hints do not move
// the button while it is pressed. The script creates no markup (Trusted Types).
import { html, raw } from '#page/html.ts';
import { CLOCK_SCRIPT } from './form/clock-script.ts';
import { FIELDS_SCRIPT } from './form/fields-script.ts';
import { LANGUAGE_SCRIPT } from './form/language-script.ts';
import { NUMBER_SCRIPT } from './form/number-script.ts';
import { SENDING_SCRIPT } from './form/sending-script.ts';
import { SLIPS_SCRIPT } from './form/slips-script.ts';

const ELEMENTS = raw`
const byId = (id) => document.getElementById(id);
const form = byId('payment'), words = form.dataset;
const number = byId('cardNumber'), expiry = byId('expiry'), cvv = byId('cvv'), ownerName = byId('ownerName');
if (location.href.split('#')[0] !== form.action) history.replaceState(null, '', form.action);
const button = byId('pay'), label = byId('pay-text');
const announce = (text) => { byId('status').textContent = text; };
`;

const FIRST_FOCUS = raw`
const wrong = form.querySelector('[aria-invalid=true]');
if (wrong || !notice.hidden) (wrong || notice).focus();
if (wrong) setTimeout(() => announce(notice.textContent.trim()), 300);
`;

const PARTS = [
  ...[ELEMENTS, NUMBER_SCRIPT, FIELDS_SCRIPT, SLIPS_SCRIPT],
  ...[SENDING_SCRIPT, LANGUAGE_SCRIPT, CLOCK_SCRIPT, FIRST_FOCUS],
];

export const FORM_PART = html`(() => {
${PARTS}})();
`;
