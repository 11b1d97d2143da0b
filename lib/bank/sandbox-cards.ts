// The sandbox cards. The simulated bank decides by this table, and the documentation is generated from it.

export type CardBrand = 'VISA' | 'MASTERCARD' | 'AMEX' | 'TROY' | 'OTHER';
type CardBehaviour =
  | { kind: 'approve' }
  /** The issuer declines with this ISO 8583 code. */
  | { kind: 'decline'; code: string }
  /** Payments are approved; 3-D Secure returns this mdStatus without a challenge. */
  | { kind: 'threeD'; mdStatus: string }
  /** Payments are approved; the bank neither voids nor refunds them. */
  | { kind: 'irrevocable' };
/** Who issued a card. A card without an issuer here is a foreign one for the bank. */
export type Issuer = { bankCode: string; type: 'credit' | 'debit'; family?: string; commercial: boolean };
const credit = (bankCode: string, family: string, commercial = false): Issuer => ({
  bankCode,
  type: 'credit',
  family,
  commercial,
});
/** By the first digits, as shipped lists of card ranges have them. */
const ISSUERS: Readonly<Record<string, Issuer>> = {
  '552879': credit('0012', 'Paraf', true),
  '460345': credit('0134', 'Bonus'),
  '460346': { bankCode: '0134', type: 'debit', commercial: false },
  '979203': credit('0111', 'CardFinans'),
  '374427': credit('0062', 'Bonus'),
  '540667': credit('0064', 'Maximum'),
};
export const issuerOf = (number: string): Issuer | undefined => ISSUERS[number.slice(0, 6)];

type SandboxCard = {
  number: string;
  brand: CardBrand;
  behaviour: CardBehaviour;
  description: { tr: string; en: string };
};

const approve: CardBehaviour = { kind: 'approve' };
const decline = (code: string): CardBehaviour => ({ kind: 'decline', code });
const card = (
  number: string,
  brand: CardBrand,
  behaviour: CardBehaviour,
  tr: string,
  en: string,
): SandboxCard => ({ number, brand, behaviour, description: { tr, en } });

/** Any future expiry date and any CVV are accepted. */
export const SANDBOX_CARDS: readonly SandboxCard[] = [
  card('5528790000000008', 'MASTERCARD', approve, 'Onaylanır', 'Approved'),
  card('4603450000000000', 'VISA', approve, 'Onaylanır', 'Approved'),
  card('9792030000000000', 'TROY', approve, 'Onaylanır', 'Approved'),
  card('374427000000003', 'AMEX', approve, 'Onaylanır', 'Approved'),
  card('4111111111111129', 'VISA', decline('51'), 'Bakiye yetersiz', 'Not sufficient funds'),
  card('4129111111111111', 'VISA', decline('05'), 'Banka onaylamadı', 'Do not honour'),
  card('4128111111111112', 'VISA', decline('12'), 'Geçersiz işlem', 'Invalid transaction'),
  card('4127111111111113', 'VISA', decline('41'), 'Kayıp kart', 'Lost card'),
  card('4126111111111114', 'VISA', decline('43'), 'Çalıntı kart', 'Stolen card'),
  card('4125111111111115', 'VISA', decline('54'), 'Süresi dolmuş kart', 'Expired card'),
  card('4124111111111116', 'VISA', decline('82'), 'Hatalı CVC2', 'Invalid CVC2'),
  card(
    '4123111111111117',
    'VISA',
    decline('57'),
    'Kart sahibi bu işlemi yapamaz',
    'Not permitted to cardholder',
  ),
  card('4122111111111118', 'VISA', decline('58'), 'Terminal bu işlemi yapamaz', 'Not permitted to terminal'),
  card('4121111111111119', 'VISA', decline('59'), 'Dolandırıcılık şüphesi', 'Fraud suspect'),
  card('4120111111111110', 'VISA', decline('04'), 'Karta el koyun', 'Pick up card'),
  card('4130111111111118', 'VISA', decline('96'), 'Genel hata', 'General error'),
  card(
    '4131111111111117',
    'VISA',
    { kind: 'threeD', mdStatus: '0' },
    '3-D Secure doğrulaması başarısız (mdStatus 0)',
    '3-D Secure fails (mdStatus 0)',
  ),
  card(
    '4141111111111115',
    'VISA',
    { kind: 'threeD', mdStatus: '4' },
    '3-D Secure yarım doğrulama (mdStatus 4)',
    '3-D Secure attempt only (mdStatus 4)',
  ),
  card(
    '5406670000000009',
    'MASTERCARD',
    { kind: 'irrevocable' },
    'Ödeme onaylanır, iptal ve iade edilemez',
    'Sale works, void and refund are refused',
  ),
];

const BY_NUMBER = new Map(SANDBOX_CARDS.map((sandboxCard) => [sandboxCard.number, sandboxCard]));

/** Further approved numbers for tests that need many. No issuer has these ranges. */
export const APPROVED_RANGES: readonly { prefix: string; brand: CardBrand }[] = [
  { prefix: '400000', brand: 'VISA' },
  { prefix: '9999', brand: 'OTHER' },
];

/** Returns the behaviour of a card. A number outside the table and the ranges has no issuer: code 14. */
export function sandboxCard(number: string): { brand: CardBrand; behaviour: CardBehaviour } {
  const listed = BY_NUMBER.get(number);
  if (listed) return listed;
  const range = APPROVED_RANGES.find(({ prefix }) => number.startsWith(prefix));
  return range ? { brand: range.brand, behaviour: approve } : { brand: 'OTHER', behaviour: decline('14') };
}

/** `4355 08** **** 4358`, the mask that banks use. */
export const maskPan = (number: string): string =>
  `${number.slice(0, 4)} ${number.slice(4, 6)}** **** ${number.slice(-4)}`;
