// Decides which hosted payments use 3-D Secure, and which need the CVV of a stored card. The bank's 3-D
// Secure gate receives the card from the buyer's browser, so a stored card is never sent through it: its
// number leaves the vault only for the bank's server (hosted-page.md 7.2).
import type { StoredCard } from '../card/stored-card.ts';
import type { HostedPage } from './hosted-page.ts';

export const THREE_D_SETTINGS = ['always', 'newCards', 'never'] as const;
export type ThreeDSetting = (typeof THREE_D_SETTINGS)[number];

/** `whenAsked`: only for a card with `forceCvv`, or if the bank asked for it on the page. */
export const STORED_CARD_CVV = ['always', 'whenAsked'] as const;
type StoredCardCvv = (typeof STORED_CARD_CVV)[number];

/** True if the issuer must authenticate the payer of a card that was typed in (hosted-page.md 7.1). */
export const asksIssuer = (setting: ThreeDSetting): boolean => setting !== 'never';

/** False if every payment needs the issuer, because a stored card cannot be sent to the issuer. */
export const offersStoredCards = (setting: ThreeDSetting): boolean => setting !== 'always';

/** True if the buyer must enter the CVV to pay with a stored card (hosted-page.md 5.1). */
export const needsCvv = (
  { storedCardCvv = 'always' }: { storedCardCvv?: StoredCardCvv },
  { cvvRequired = false }: Pick<HostedPage, 'cvvRequired'>,
  { forceCvv }: Pick<StoredCard, 'forceCvv'>,
): boolean => storedCardCvv === 'always' || cvvRequired || forceCvv;
