// The sentences for a buyer after a decline. Lost, stolen, withheld and suspected cards share one neutral
// sentence, because the exact reason would help a thief who tries cards. The merchant gets the code.
import type { Language } from '#domain/language.ts';
import type { DeclineCode } from '#domain/rejection.ts';

type Sentence = Record<Language, string>;

const NOT_APPROVED: Sentence = {
  tr: 'Bankanız bu ödemeyi onaylamadı. Bankanızı arayabilir veya başka bir kart kullanabilirsiniz.',
  en: 'Your bank did not approve this payment. You can call your bank or use another card.',
};
const NOT_COMPLETED: Sentence = {
  tr: 'Banka bu ödemeyi tamamlayamadı. Lütfen başka bir kart deneyin.',
  en: 'The bank could not complete this payment. Please try another card.',
};

export const BUYER_SENTENCES: Record<DeclineCode, Sentence> = {
  NOT_SUFFICIENT_FUNDS: {
    tr: '{}kartınızın bakiyesi veya limiti bu tutar için yeterli değil. Başka bir kart deneyebilirsiniz.',
    en: 'Your {}card does not have enough funds for this amount. You can try another card.',
  },
  EXPIRED_CARD: {
    tr:
      '{}kartınızın son kullanma tarihi geçmiş görünüyor. ' +
      'Tarihi kontrol edin veya başka bir kart kullanın.',
    en: 'Your {}card seems to have expired. Check the expiry date or use another card.',
  },
  INVALID_CVC2: {
    tr: 'Güvenlik kodu (CVV) karttakiyle uyuşmuyor. Kodu kontrol edip yeniden deneyin.',
    en: 'The security code (CVV) does not match the card. Check the code and try again.',
  },
  NOT_PERMITTED_TO_CARDHOLDER: {
    tr: '{}kartınız internet alışverişine kapalı olabilir. Bankanıza danışın veya başka bir kart kullanın.',
    en: 'Your {}card may not be enabled for online purchases. Ask your bank, or use another card.',
  },
  CARD_LIMIT_EXCEEDED: {
    tr: '{}kartınızın limiti veya işlem sayısı sınırı doldu. Daha sonra ya da başka bir kartla deneyin.',
    en: 'Your {}card has reached its spending or transaction limit. Try later or with another card.',
  },
  RESTRICTED_BY_LAW: {
    tr:
      'Bu ürün veya taksit sayısı yasayla sınırlı. Varsa daha az taksit seçin ya da ' +
      'başka bir kart kullanın.',
    en:
      'The law restricts this product or number of installments. Choose fewer ' +
      'installments if offered, or use another card.',
  },
  THREE_D_SECURE_FAILED: {
    tr:
      'Banka doğrulaması (3\u2011D\u00a0Secure) tamamlanamadı. ' +
      'Yeniden deneyin veya başka bir kart kullanın.',
    en: 'The bank’s verification (3\u2011D\u00a0Secure) was not completed. Try again or use another card.',
  },
  DO_NOT_HONOUR: NOT_APPROVED,
  LOST_CARD: NOT_APPROVED,
  STOLEN_CARD: NOT_APPROVED,
  PICKUP_CARD: NOT_APPROVED,
  FRAUD_SUSPECT: NOT_APPROVED,
  INVALID_TRANSACTION: NOT_COMPLETED,
  NOT_PERMITTED_TO_TERMINAL: NOT_COMPLETED,
  GENERAL_DECLINE: NOT_COMPLETED,
};

/** `card`: names the card in a sentence about it, for example `Visa •••• 1129`. */
export function buyerSentence(code: DeclineCode, language: Language, card = ''): string {
  const sentence = BUYER_SENTENCES[code][language].replace('{}', card && `${card} `);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The first sentence, without the advice that follows: on a page that is over nothing can be tried. */
export const reasonOnly = (text: string): string => text.replace(/(?<=\.) .*/s, '');
