import { describe, expect, it } from 'vitest';
import { BUYER_SENTENCES, buyerSentence } from '#page/buyer-sentences.ts';
import { FIELD_ERRORS, TEXTS } from '#page/texts.ts';

/** The text itself, or what a sentence with a hole says about three. */
function said(text: string | ((hole: never) => string)): string {
  return typeof text === 'string' ? text : Reflect.apply(text, undefined, [3]);
}

describe.each([
  { name: 'page texts', tr: TEXTS.tr, en: TEXTS.en },
  { name: 'field errors', tr: FIELD_ERRORS.tr, en: FIELD_ERRORS.en },
])('$name', ({ tr, en }) => {
  it('have the same keys in both languages, in the same order', () => {
    expect(Object.keys(en)).toEqual(Object.keys(tr));
  });

  it('say something in both languages, and not the same', () => {
    const sameInBoth = ['cvv'];
    for (const [key, turkish] of Object.entries(tr)) {
      const english = said(Reflect.get(en, key));
      expect(said(turkish).trim(), key).not.toBe('');
      expect(english.trim(), key).not.toBe('');
      if (!sameInBoth.includes(key)) expect(english, key).not.toBe(said(turkish));
    }
  });

  it('keep the number of a counted sentence', () => {
    for (const table of [tr, en])
      for (const [key, text] of Object.entries(table))
        if (typeof text === 'function') expect(said(text), key).toContain('3');
  });
});

describe('what a buyer reads after a decline', () => {
  it('is the same neutral sentence wherever the reason would help somebody who tries cards', () => {
    const secret = ['LOST_CARD', 'STOLEN_CARD', 'PICKUP_CARD', 'FRAUD_SUSPECT', 'DO_NOT_HONOUR'] as const;
    for (const language of ['tr', 'en'] as const)
      expect(new Set(secret.map((code) => buyerSentence(code, language))).size).toBe(1);
  });

  it('never speaks of loss, theft or fraud, nor in codes', () => {
    for (const [code, sentence] of Object.entries(BUYER_SENTENCES))
      for (const text of Object.values(sentence)) {
        expect(text, code).not.toMatch(
          /kayıp|çalıntı|el konul|şüpheli|dolandır|lost|stolen|fraud|suspect|pick/i,
        );
        expect(text, code).not.toMatch(/[A-Z]{3,}_|\d{2}\b(?!-D)/);
      }
  });

  it('always says what to do next', () => {
    for (const [code, { tr, en }] of Object.entries(BUYER_SENTENCES)) {
      expect(tr, code).toMatch(/dene|kullan/);
      expect(en, code).toMatch(/try|use/i);
    }
  });
});
