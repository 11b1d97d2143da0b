// The problems of a field: codes and sentences. A sentence never contains the value (api.md 4.6).
import type { Language } from './language.ts';

export type FieldCode =
  | 'REQUIRED'
  | 'INVALID_TYPE'
  | 'INVALID_FORMAT'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'OUT_OF_RANGE'
  | 'INVALID_ENUM'
  | 'AMOUNT_PRECISION'
  | 'CARD_DATA'
  | 'API_KEY'
  /** The field exists but has no meaning in this call. */
  | 'NOT_APPLICABLE'
  /** The call has no such field or parameter. */
  | 'UNKNOWN';

/** A refusal tells so many problems, and how many there are beside them (api.md 4.6). */
export const MOST_PROBLEMS = 20;

/**
 * Details that a sentence can contain: bounds, allowed values, the expected shape, the purpose of the field.
 * For REQUIRED, `values` are fields, one of which is enough. `reversed`: the fields whose values are the ends
 * of a range, in the wrong order.
 */
export type FieldHint = {
  min?: number | string;
  max?: number | string;
  values?: readonly string[];
  expected?: { tr: string; en: string };
  purpose?: { tr: string; en: string };
  reversed?: readonly [low: string, high: string];
  /** What the caller can do with a value out of range. */
  wayOut?: { tr: string; en: string };
  /** The known name that an unknown one is another spelling of. */
  meant?: string;
  /** What serves the purpose of an unknown name that other providers use. */
  ours?: string;
  /** There is nothing of ours for an unknown name that other providers use, and why. */
  without?: { why: 'notNeeded' | 'notOffered'; reason: { tr: string; en: string } };
  /** The unknown name is one of card data. */
  isCardData?: true;
};
export type FieldProblem = { field: string; code: FieldCode; hint?: FieldHint };

const range = ({ min, max }: FieldHint, language: Language): string => {
  if (min !== undefined && max !== undefined) {
    return language === 'tr' ? `${min} ile ${max} arasında` : `from ${min} to ${max}`;
  }
  if (min !== undefined) return language === 'tr' ? `en az ${min}` : `at least ${min}`;
  return language === 'tr' ? `en çok ${max ?? '-'}` : `at most ${max ?? '-'}`;
};
const end = ({ wayOut }: FieldHint, language: Language) => (wayOut ? `; ${wayOut[language]}.` : '.');

const WITHOUT = {
  notNeeded: { tr: 'burada gerekmez, çıkarın', en: 'not needed here, remove it' },
  notOffered: { tr: 'sunulmuyor, çıkarın', en: 'not offered, remove it' },
};

/** `values`: the known names, if no other sentence of the refusal has them. */
function unknownName({ values, meant, ours, wayOut, without }: FieldHint, language: Language): string {
  if (values?.length === 0) {
    return language === 'tr' ? 'Burada hiçbir ad kullanılamaz.' : 'No name can be used here.';
  }
  const isTurkish = language === 'tr';
  const differs = wayOut ? ` (${wayOut[language]})` : '';
  const name = meant
    ? `, ${isTurkish ? 'doğru yazılışı' : 'it is spelled'} \`${meant}\``
    : ours
      ? `, ${isTurkish ? 'burada' : 'here'} \`${ours}\`${differs}`
      : without
        ? `, ${WITHOUT[without.why][language]} (${without.reason[language]})`
        : '';
  const known = values ? `; ${isTurkish ? 'tanınan adlar' : 'the known names'}: ${values.join(', ')}` : '';
  return `${isTurkish ? 'Bilinmeyen ad' : 'Unknown name'}${name}${known}.`;
}

const SENTENCES: Record<FieldCode, Record<Language, (hint: FieldHint) => string>> = {
  REQUIRED: {
    tr: ({ values, expected }) =>
      values
        ? `Şunlardan biri zorunludur: ${values.join(', ')}.`
        : `Bu alan zorunludur${expected ? `; ${expected.tr} olmalıdır` : ''}.`,
    en: ({ values, expected }) =>
      values
        ? `One of these is required: ${values.join(', ')}.`
        : `This field is required${expected ? `; it must have ${expected.en}` : ''}.`,
  },
  INVALID_TYPE: {
    tr: ({ expected }) => `Türü yanlış${expected ? `; ${expected.tr} olmalıdır` : ''}.`,
    en: ({ expected }) => `It has the wrong type${expected ? `; it must be ${expected.en}` : ''}.`,
  },
  INVALID_FORMAT: {
    tr: ({ expected }) => `Biçimi geçersiz${expected ? `; ${expected.tr} olmalıdır` : ''}.`,
    en: ({ expected }) => `Its format is invalid${expected ? `; it must be ${expected.en}` : ''}.`,
  },
  TOO_SHORT: {
    tr: ({ min }) => `Çok kısa; uzunluğu en az ${min ?? 1} olmalıdır.`,
    en: ({ min }) => `It is too short; its length must be at least ${min ?? 1}.`,
  },
  TOO_LONG: {
    tr: ({ max, expected }) =>
      expected ? `Çok uzun; ${expected.tr} olmalıdır.` : `Çok uzun; uzunluğu en çok ${max ?? '-'} olabilir.`,
    en: ({ max, expected }) =>
      expected
        ? `It is too long; it must have ${expected.en}.`
        : `It is too long; its length must be at most ${max ?? '-'}.`,
  },
  OUT_OF_RANGE: {
    tr: ({ reversed, ...hint }) =>
      reversed
        ? `Aralık ters; \`${reversed[0]}\` ile \`${reversed[1]}\` değerlerinin yerini değiştirin.`
        : `Değer sınırların dışında; ${range(hint, 'tr')} olmalıdır${end(hint, 'tr')}`,
    en: ({ reversed, ...hint }) =>
      reversed
        ? `The range is reversed; swap \`${reversed[0]}\` and \`${reversed[1]}\`.`
        : `The value is out of range; it must be ${range(hint, 'en')}${end(hint, 'en')}`,
  },
  INVALID_ENUM: {
    tr: ({ values, ...hint }) => `Şunlardan biri olmalıdır: ${values?.join(', ') ?? '-'}${end(hint, 'tr')}`,
    en: ({ values, ...hint }) => `It must be one of: ${values?.join(', ') ?? '-'}${end(hint, 'en')}`,
  },
  AMOUNT_PRECISION: {
    tr: () =>
      'Tutar en çok iki ondalık basamak içerebilir; göndermeden önce iki basamağa yuvarlayın' +
      ' (PHP: `serialize_precision=-1`).',
    en: () =>
      'An amount has at most two decimals; round it to two before sending (PHP: `serialize_precision=-1`).',
  },
  CARD_DATA: {
    tr: () => 'Kart numarası veya CVV içeremez; kartı yalnızca kart alanlarıyla gönderin.',
    en: () => 'It must not contain a card number or CVV; send a card in the fields for cards only.',
  },
  API_KEY: {
    tr: () =>
      'API anahtarı içeremez; anahtar yalnızca `X-Api-Key` başlığında gönderilir. Bu anahtarı değiştirin.',
    en: () => 'It must not contain an API key; send it in the header `X-Api-Key` only, and replace this one.',
  },
  NOT_APPLICABLE: {
    tr: ({ purpose }) => `Burada kullanılamaz${purpose ? `; ${purpose.tr}` : ''}.`,
    en: ({ purpose }) => `It cannot be used here${purpose ? `; ${purpose.en}` : ''}.`,
  },
  UNKNOWN: {
    tr: ({ isCardData, ...hint }) =>
      `${isCardData ? 'Kart verisi burada bu adla alınmaz. ' : ''}${unknownName(hint, 'tr')}`,
    en: ({ isCardData, ...hint }) =>
      `${isCardData ? 'Card data is not taken here under this name. ' : ''}${unknownName(hint, 'en')}`,
  },
};

export function fieldSentence({ code, hint = {} }: FieldProblem, language: Language): string {
  return SENTENCES[code][language](hint);
}
