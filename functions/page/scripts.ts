// Every script that may run beside a card number, by name. Pages name what they run and can run nothing else;
// what a name stands for is written down in docs/script-integrity.json.
import { FORM_SCRIPT } from './form-script.ts';
import { FRAME_SCRIPT } from './frame-script.ts';
import type { Html } from './html.ts';
import { CHALLENGE_SCRIPT, CHECKING_SCRIPT, RETURN_SCRIPT } from './waiting-script.ts';

export type ScriptName = 'form' | 'frame' | 'challenge' | 'checking' | 'return';

export const SCRIPTS: Record<ScriptName, Html> = {
  form: FORM_SCRIPT,
  frame: FRAME_SCRIPT,
  challenge: CHALLENGE_SCRIPT,
  checking: CHECKING_SCRIPT,
  return: RETURN_SCRIPT,
};
