// The script of the form: grouped digits, card brand, hints, time left, one submit only. An input error stops
// the first press of the button, so the buyer need not type the whole card again because of one wrong digit.
// A second press sends the form unchanged, because the server decides (hosted-page.md 4.8). Hints do not move
// the button while it is pressed. The script creates no markup (Trusted Types).
import './form/beacon.ts';
import './form/clock.ts';
import './form/history.ts';
import './form/language.ts';
import { body, find } from './elements.ts';
import { announce } from './form/form-elements.ts';
import { notice } from './form/notice.ts';
import { tellShop } from './frame.ts';

const wrong = find<HTMLElement | null>('[aria-invalid=true]');
if (wrong || !notice.hidden) (wrong || notice).focus();
if (wrong) setTimeout(() => announce(notice.textContent.trim()), 300);
if (body.dataset.runs.includes('frame')) tellShop();
