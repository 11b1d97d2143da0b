// Scripted outcomes of the next money movements, including faults.

export type ScriptedOutcome =
  | { kind: 'approve' }
  /** An ISO 8583 code (`51`) or a gateway code (`CORE-2208`). */
  | { kind: 'decline'; code: string }
  /** The request does not arrive: not executed, no response. */
  | { kind: 'lostBefore' }
  /** Executed, or declined with the code, but the response is lost. */
  | { kind: 'lostAfter'; code?: string }
  /** Executed at once; the response comes after this much real time. */
  | { kind: 'slow'; delayMs: number }
  /** No response; executed when the bank's clock has advanced by this much. */
  | { kind: 'late'; delayMs: number };

export class MalformedOutcome extends Error {
  constructor(text: string) {
    super(
      `"${text.slice(0, 40)}" is no outcome; known are approve, decline:CODE, lost-before, ` +
        'lost-after, lost-after:CODE, slow:MILLISECONDS, late:SECONDS',
    );
    this.name = 'MalformedOutcome';
  }
}

const DECLINE = /^(decline|lost-after):([A-Z0-9]{2}|[A-Z0-9]{2,8}-\d{1,6}|\d{3,6})$/;
const DELAY = /^(slow|late):(\d{1,8})$/;

/**
 * Parses `approve`, `decline:51`, `lost-before`, `lost-after`, `lost-after:51`, `slow:3000`, `late:90`; else
 * throws.
 */
export function parseOutcome(text: string): ScriptedOutcome {
  if (text === 'approve') return { kind: 'approve' };
  if (text === 'lost-before') return { kind: 'lostBefore' };
  if (text === 'lost-after') return { kind: 'lostAfter' };
  const [, declined, code] = DECLINE.exec(text) ?? [];
  if (code !== undefined) return { kind: declined === 'decline' ? 'decline' : 'lostAfter', code };
  const [, word, digits] = DELAY.exec(text) ?? [];
  if (word === 'slow') return { kind: 'slow', delayMs: Number(digits) };
  if (word === 'late') return { kind: 'late', delayMs: Number(digits) * 1000 };
  throw new MalformedOutcome(text);
}
