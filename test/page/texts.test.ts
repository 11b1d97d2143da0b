import { describe, expect, it } from 'vitest';
import { buyerSentence } from '#page/buyer-sentences.ts';
import { BUYER_SENTENCES, CARD_TEXTS, FIELD_ERRORS, FLOW_TEXTS, TEXTS } from '#page/texts.ts';
import { textOf } from './text-of.ts';

describe.each([
  { name: 'page texts', tr: TEXTS.tr, en: TEXTS.en },
  { name: 'field errors', tr: FIELD_ERRORS.tr, en: FIELD_ERRORS.en },
  { name: 'texts of the script', tr: FLOW_TEXTS.tr, en: FLOW_TEXTS.en },
  { name: 'texts of card pages', tr: CARD_TEXTS.tr, en: CARD_TEXTS.en },
])('$name', ({ tr, en }) => {
  it('both languages have the same keys in the same order', () => {
    expect(Object.keys(en)).toEqual(Object.keys(tr));
  });

  it('every text is present in both languages and differs between them', () => {
    const sameInBoth = ['cvv'];
    for (const [key, turkish] of Object.entries(tr)) {
      const english = textOf(Reflect.get(en, key));
      expect(textOf(turkish).trim(), key).not.toBe('');
      expect(english.trim(), key).not.toBe('');
      if (!sameInBoth.includes(key)) expect(english, key).not.toBe(textOf(turkish));
    }
  });

  it('a text with a count contains the count', () => {
    for (const table of [tr, en])
      for (const [key, text] of Object.entries(table))
        if (typeof text === 'function') expect(textOf(text), key).toContain('3');
  });
});

describe('buyerSentence', () => {
  it('declines whose reason would help card testing have one neutral text', () => {
    const secret = ['LOST_CARD', 'STOLEN_CARD', 'PICKUP_CARD', 'FRAUD_SUSPECT', 'DO_NOT_HONOUR'] as const;
    for (const language of ['tr', 'en'] as const)
      expect(new Set(secret.map((code) => buyerSentence(code, language))).size).toBe(1);
  });

  it('no text for a decline mentions loss, theft, fraud or a code', () => {
    for (const sentences of Object.values(BUYER_SENTENCES))
      for (const [code, text] of Object.entries(sentences)) {
        expect(text, code).not.toMatch(
          /kayıp|çalıntı|el konul|şüpheli|dolandır|lost|stolen|fraud|suspect|pick/i,
        );
        expect(text, code).not.toMatch(/[A-Z]{3,}_|\d{2}\b(?!-D)/);
      }
  });

  it('every text for a decline contains the next step', () => {
    for (const [code, text] of Object.entries(BUYER_SENTENCES.tr)) expect(text, code).toMatch(/dene|kullan/);
    for (const [code, text] of Object.entries(BUYER_SENTENCES.en)) expect(text, code).toMatch(/try|use/i);
  });
});
