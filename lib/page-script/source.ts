// The readable source of the scripts of the buyer's pages: one script for the service's own forms, one for
// all other pages. Each part runs only on the pages that name it. `keeper` is the service's own page that
// shows this page in a frame, if any.
import { type Html, html } from '#page/html.ts';
import { FORM_PART } from './form-script.ts';
import { FRAME_PART } from './frame-script.ts';
import { CHALLENGE_PART, CHECKING_PART, RETURN_PART } from './waiting-script.ts';

const PARTS = {
  form: { form: FORM_PART, frame: FRAME_PART },
  outcome: {
    frame: FRAME_PART,
    challenge: CHALLENGE_PART,
    checking: CHECKING_PART,
    return: RETURN_PART,
  },
};

export type ScriptName = keyof typeof PARTS;

export const PART_NAMES = [...new Set(Object.values(PARTS).flatMap((parts) => Object.keys(parts)))];

/** The script runs the parts that `data-runs` of a page's body names. */
const withParts = (parts: Record<string, Html>): Html => html`'use strict';
const runs = document.body.dataset.runs.split(' ');
let keeper = null;
try { if (parent !== self && parent.document.body.dataset.runs) keeper = parent; } catch {}
${Object.entries(parts).map(([name, part]) => html`if (runs.includes('${name}')) ${part}`)}`;

export const SOURCES: Record<ScriptName, Html> = {
  form: withParts(PARTS.form),
  outcome: withParts(PARTS.outcome),
};
