// Encrypts and decrypts cards. The encryption context has the card's and the merchant's id, so a ciphertext
// that was moved to another card's row cannot be decrypted. Encrypting and decrypting are different grants
// (`card:seal`, `card:open`).
import type { CardDetails } from '#domain/card/card.ts';
import { object, text } from '#domain/shape.ts';
import { optionalSetting, setting } from '#setting.ts';
import { withCopy } from './card-copy.ts';
import { ciphertextOf } from './copied.ts';
import { mac, open, type SealContext, seal } from './vault.ts';

type CardOwner = { merchantId: string; cardId: string };
type CardExpiry = Pick<CardDetails, 'expiryMonth' | 'expiryYear'>;

/** The ciphertexts of a card, each with a copy before it in a stage that has an escrow key. */
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

/** Defined in the bundles of a deployment without the option, which then have no code of copies. */
declare const NO_CARD_COPIES: true;

/** A second ciphertext in front of KMS's, in a stage with a key for copies (vault/card-copy.ts). */
function copied(ciphertext: Uint8Array, secret: object, context: SealContext): Uint8Array {
  if (typeof NO_CARD_COPIES === 'undefined') {
    const escrowKey = optionalSetting('ESCROW_KEY');
    if (escrowKey !== undefined) return withCopy(ciphertext, secret, context, escrowKey);
  }
  return ciphertext;
}

/** One KMS call. */
export async function sealCard(card: CardDetails, owner: CardOwner): Promise<Uint8Array> {
  const { cardNumber: number, expiryMonth: month, expiryYear: year } = card;
  const secret = { number, month, year };
  const context = { purpose: 'card', ...owner } as const;
  return copied(await seal(secret, context), secret, context);
}

/** One KMS call. */
export async function sealCardExpiry(expiry: CardExpiry, owner: CardOwner): Promise<Uint8Array> {
  const { expiryMonth: month, expiryYear: year } = expiry;
  const secret = { month, year };
  const context = { purpose: 'card', ...owner, part: 'expiry' } as const;
  return copied(await seal(secret, context), secret, context);
}

/** The card in clear, with its newest expiry. Up to two concurrent KMS calls. */
export async function openCard({ sealed, sealedExpiry }: SealedCard, owner: CardOwner): Promise<CardDetails> {
  const [card, newer] = await Promise.all([
    open(ciphertextOf(sealed), { purpose: 'card', ...owner }),
    sealedExpiry && open(ciphertextOf(sealedExpiry), { purpose: 'card', ...owner, part: 'expiry' }),
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
