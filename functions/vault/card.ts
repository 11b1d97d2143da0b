// Encrypts and decrypts cards. The encryption context has the card's and the merchant's id, so a ciphertext
// that was moved to another card's row cannot be decrypted. Encrypting and decrypting are different grants
// (`card:seal`, `card:open`).
import type { CardDetails } from '#domain/card/card.ts';
import { object, text } from '#domain/shape.ts';
import { setting } from '#setting.ts';
import { mac, open, seal } from './vault.ts';

type CardOwner = { merchantId: string; cardId: string };
type CardExpiry = Pick<CardDetails, 'expiryMonth' | 'expiryYear'>;

type SealedCard = {
  sealed: Uint8Array;
  /**
   * A newer expiry, encrypted by itself, so that it is stored without needing to decrypt the card. Its
   * encryption context has `part: expiry`, so neither ciphertext is accepted for the other.
   */
  sealedExpiry?: Uint8Array;
};

const CARD_SECRET = /* @__PURE__ */ object({ number: text, month: text, year: text });
const EXPIRY_SECRET = /* @__PURE__ */ object({ month: text, year: text });

/** One KMS call. */
export async function sealCard(card: CardDetails, owner: CardOwner): Promise<Uint8Array> {
  const { cardNumber: number, expiryMonth: month, expiryYear: year } = card;
  return await seal({ number, month, year }, { purpose: 'card', ...owner });
}

/** One KMS call. */
export async function sealCardExpiry(expiry: CardExpiry, owner: CardOwner): Promise<Uint8Array> {
  const { expiryMonth: month, expiryYear: year } = expiry;
  return await seal({ month, year }, { purpose: 'card', ...owner, part: 'expiry' });
}

/** The card in clear, with its newest expiry. Up to two concurrent KMS calls. */
export async function openCard({ sealed, sealedExpiry }: SealedCard, owner: CardOwner): Promise<CardDetails> {
  const [card, newer] = await Promise.all([
    open(sealed, { purpose: 'card', ...owner }),
    sealedExpiry && open(sealedExpiry, { purpose: 'card', ...owner, part: 'expiry' }),
  ]);
  const { number, ...first } = CARD_SECRET.read(card, 'sealed card');
  const { month, year } = newer === undefined ? first : EXPIRY_SECRET.read(newer, 'sealed expiry');
  return { cardNumber: number, expiryMonth: month, expiryYear: year };
}

/**
 * Raised when the key of FINGERPRINT_KEY_ID is replaced; KMS does not rotate HMAC keys. Every fingerprint
 * begins with the version, because only fingerprints of one version can be compared.
 */
const FINGERPRINT_KEY_VERSION = 1;

/**
 * Equal only for the same number at the same merchant. One KMS call. A plain hash could be reversed, because
 * there are few enough card numbers to try them all.
 */
export async function cardFingerprint(cardNumber: string, merchantId: string): Promise<string> {
  const code = await mac(setting('FINGERPRINT_KEY_ID'), JSON.stringify(['card', merchantId, cardNumber]));
  return `v${FINGERPRINT_KEY_VERSION}_${Buffer.from(code).toString('base64url')}`;
}
