import { describe, expect, it } from 'vitest';
import { turkishFold } from '#domain/text/turkish-fold.ts';

describe('Turkish case folding', () => {
  it.each([
    ['İŞ KARTIM', 'iş kartım'],
    ['IŞIK', 'ışık'],
    ['ÇĞÖŞÜ', 'çğöşü'],
    ['ISTANBUL', 'ıstanbul'],
    ['İSTANBUL', 'istanbul'],
    ['I\u0307ŞÇİ', 'işçi'],
    ['s\u0327 u\u0308', 'Ş Ü'],
    ['KÂĞIT', 'kâğıt'],
    ['ÉTÉ', 'été'],
    ['İZİN', 'İZİN'.toLowerCase()],
  ])('%s and %s fold to the same text', (one, other) => {
    expect(turkishFold(one)).toBe(turkishFold(other));
  });

  it.each([
    ['IŞIK', 'işik'],
    ['ışık', 'işık'],
    ['İ', 'ı'],
    ['I', 'i'],
    ['kartım', 'kartim'],
    ['ş', 's'],
    ['kart', 'kart '],
  ])('%s and %s fold to different texts', (one, other) => {
    expect(turkishFold(one)).not.toBe(turkishFold(other));
  });

  it('folding a folded text changes nothing', () => {
    for (const text of ['İŞ KARTIM', 'IŞIK', 'i\u0307', 'ǅ', 'ẞ', '𝐀', 'KART 💳']) {
      expect(turkishFold(turkishFold(text))).toBe(turkishFold(text));
    }
  });
});
