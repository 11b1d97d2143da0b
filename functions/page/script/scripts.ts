// The only script of the buyer's pages, with its hash in docs/script-integrity.json. Each part runs only on
// the pages that name it.

import { type Html, html } from '../html.ts';
import { FORM_PART } from './form-script.ts';
import { FRAME_PART } from './frame-script.ts';
import { CHALLENGE_PART, CHECKING_PART, RETURN_PART } from './waiting-script.ts';

export type ScriptPart = 'form' | 'frame' | 'challenge' | 'checking' | 'return';

const PARTS: Record<ScriptPart, Html> = {
  form: FORM_PART,
  frame: FRAME_PART,
  challenge: CHALLENGE_PART,
  checking: CHECKING_PART,
  return: RETURN_PART,
};

/** A page names the parts to run in `data-runs` of its body. */
export const PAGE_SCRIPT: Html = html`'use strict';
const runs = document.body.dataset.runs.split(' ');
${Object.entries(PARTS).map(([name, part]) => html`if (runs.includes('${name}')) ${part}`)}`;
