// What a test wants the bank to do next: an order of outcomes for the money movements to come, faults
// included.

export type ScriptedOutcome =
  | { kind: 'approve' }
  /** An ISO code (`51`) or a gateway's (`CORE-2208`). */
  | { kind: 'decline'; code: string }
  /** The request never arrives: not executed, no answer. */
  | { kind: 'lostBefore' }
  /** Executed, and the answer never arrives. */
  | { kind: 'lostAfter' }
  /** Executed at once, answered after this much real time. */
  | { kind: 'slow'; delayMs: number }
  /** No answer now, and executed when the bank's clock has moved on by this much. */
  | { kind: 'late'; delayMs: number };

export class UnreadableOutcome extends Error {
  constructor(text: string) {
    super(
      `"${text.slice(0, 40)}" is no outcome; known are approve, decline:CODE, lost-before, lost-after, ` +
        'slow:MILLISECONDS, late:SECONDS',
    );
    this.name = 'UnreadableOutcome';
  }
}

const DECLINE = /^decline:([A-Z0-9]{2}|[A-Z0-9]{2,8}-\d{1,6}|\d{3,6})$/;
const DELAY = /^(slow|late):(\d{1,8})$/;

/** Reads `approve`, `decline:51`, `lost-before`, `lost-after`, `slow:3000`, `late:90`; else throws. */
export function readOutcome(text: string): ScriptedOutcome {
  if (text === 'approve') return { kind: 'approve' };
  if (text === 'lost-before') return { kind: 'lostBefore' };
  if (text === 'lost-after') return { kind: 'lostAfter' };
  const code = DECLINE.exec(text)?.[1];
  if (code !== undefined) return { kind: 'decline', code };
  const [, word, digits] = DELAY.exec(text) ?? [];
  if (word === 'slow') return { kind: 'slow', delayMs: Number(digits) };
  if (word === 'late') return { kind: 'late', delayMs: Number(digits) * 1000 };
  throw new UnreadableOutcome(text);
}
