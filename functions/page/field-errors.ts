// The sentences beside a field of the form, in Turkish and English.
import type { Language } from '#domain/language.ts';

/** The error beside a field. The form's script shows the same sentences as hints. */
const FIELD_ERRORS_TR = {
  ownerNameRequired: 'Kartın üzerindeki adı soyadı girin.',
  ownerNameInvalid: 'Bu alana kart numarası veya kod değil, kartın üzerindeki ad soyad girilir.',
  ownerNameTooLong: 'Ad soyad en fazla 100 karakter olabilir.',
  cardNumberRequired: 'Kart numarasını girin.',
  cardNumberIncomplete: 'Kart numarası eksik. Lütfen tüm haneleri girin.',
  cardNumberInvalid: 'Kart numarası hatalı. Lütfen haneleri kontrol edin.',
  cardBrandRefused: '{} kartlar kabul edilmiyor. Visa, Mastercard, American Express veya Troy kart kullanın.',
  savedCardNotOffered: 'Kayıtlı kart bu sayfada kullanılamıyor. Lütfen kart bilgilerinizi girin.',
  savedCardLocked: 'Kayıtlı kartın güvenlik kodu çok kez yanlış girildi. Kart bilgilerini yeniden girin.',
  expiryRequired: 'Son kullanma tarihini girin.',
  expiryInvalid: 'Son kullanma tarihini AA/YY olarak girin.',
  expiryMonthInvalid: 'Ay 01 ile 12 arasında olmalıdır.',
  cardExpired: 'Kartın son kullanma tarihi geçmiş.',
  cvvRequired: 'Güvenlik kodunu (CVV) girin.',
  cvvInvalid: 'Güvenlik kodu 3 hanedir; American Express kartlarda 4 hanedir.',
  cvvInvalidThree: 'Bu kartın güvenlik kodu 3 hanedir; kartın arkasında yazar.',
  cvvInvalidAmex: 'American Express kartın güvenlik kodu 4 hanedir; kartın önünde yazar.',
  cvvAskedFor: 'Banka güvenlik kodunu (CVV) da istiyor. Lütfen kodu girin.',
  installmentInvalid: 'Bu taksit sayısı bu sipariş için geçerli değil.',
  consentRequired: 'Onay kutusunu işaretleyin.',
};
const FIELD_ERRORS_EN: typeof FIELD_ERRORS_TR = {
  ownerNameRequired: 'Enter the name on the card.',
  ownerNameInvalid: 'Enter the name on the card here, not the card number or a code.',
  ownerNameTooLong: 'The name can have at most 100 characters.',
  cardNumberRequired: 'Enter the card number.',
  cardNumberIncomplete: 'The card number is incomplete. Please enter all digits.',
  cardNumberInvalid: 'The card number is wrong. Please check the digits.',
  cardBrandRefused: '{} cards are not accepted. Use a Visa, Mastercard, American Express or Troy card.',
  savedCardNotOffered: 'The saved card cannot be used on this page. Please enter your card details.',
  savedCardLocked: 'The security code of the saved card was wrong too often. Enter the card details again.',
  expiryRequired: 'Enter the expiry date.',
  expiryInvalid: 'Enter the expiry date as MM/YY.',
  expiryMonthInvalid: 'The month must be between 01 and 12.',
  cardExpired: 'The card has expired.',
  cvvRequired: 'Enter the security code (CVV).',
  cvvInvalid: 'The security code has 3 digits; 4 on American Express cards.',
  cvvInvalidThree: 'The security code of this card has 3 digits. It is on the back.',
  cvvInvalidAmex: 'The security code of an American Express card has 4 digits. It is on the front.',
  cvvAskedFor: 'The bank also wants the security code (CVV). Please enter it.',
  installmentInvalid: 'This number of installments is not possible for this order.',
  consentRequired: 'Tick this box to continue.',
};

export type FieldErrorName = keyof typeof FIELD_ERRORS_TR;

export const FIELD_ERRORS: Record<Language, Record<FieldErrorName, string>> = {
  tr: FIELD_ERRORS_TR,
  en: FIELD_ERRORS_EN,
};

/** `brand`: the brand that is not accepted. */
export function fieldErrorText(language: Language, error: { name: FieldErrorName; brand?: string }): string {
  return FIELD_ERRORS[language][error.name].replace('{}', error.brand ?? '');
}
