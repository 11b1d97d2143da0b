// The stored cards of a page's customer: offered to the buyer, and decrypted for the payment.
import type { CardDetails } from '#domain/card/card.ts';
import { codeTriesLeft, referencesOfTries } from '#domain/card/security-code-lock.ts';
import { firstDigits } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { needsCvv, offersStoredCards } from '#domain/payment/three-d-setting.ts';
import { loadBankNames, loadBinList } from '#store/card/bin-list.ts';
import {
  loadCardToOpen,
  loadCustomerCards,
  type SealedCardRow,
  type StoredCardItem,
} from '#store/card/card.ts';
import { loadWrongCodes, writeCardLock } from '#store/card/wrong-codes.ts';
import { loadCustomer } from '#store/customer.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant/merchant.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { commit } from '#store/table/commit.ts';
import { posInUse } from '#store/virtual-pos.ts';
import { measure } from '#telemetry/metric.ts';
import { openCard } from '#vault/card.ts';

type OfferedCard = StoredCardItem & { needsCvv: boolean };
type CardOfBank = OfferedCard & { bankName?: string };
type CardChoice = {
  cards: CardOfBank[];
  /** Cards that would be offered if wrong security codes had not locked them. */
  lockedCards: CardOfBank[];
  /** The merchant lets buyers remove their cards. */
  canRemove: boolean;
};

/**
 * The stored cards to choose from on an open page. Undefined if there are none and no new card can be saved,
 * because the page has no customer, or the customer was erased. No stored card is offered if every payment of
 * the merchant needs the issuer (hosted-page.md 5.6).
 */
export async function cardChoice(page: HostedPageItem, now: Date): Promise<CardChoice | undefined> {
  const { merchantId, customerId } = page;
  if (customerId === undefined) return undefined;
  const [cards, customer, merchant, list] = await Promise.all([
    loadCustomerCards(merchantId, customerId, now),
    loadCustomer(merchantId, customerId),
    loadMerchant(merchantId),
    loadBinList(),
  ]);
  if (customer === undefined || merchant === undefined) return undefined;
  const offered = offersStoredCards(merchant.threeDSecure) ? cards : [];
  const cvvRequired = bankWantsCvv(page, merchant);
  const banks = list?.current && (await loadBankNames(list.current, offered.map(firstDigits)));
  const all = offered.map((card) => ({
    ...card,
    needsCvv: needsCvv(merchant, { cvvRequired }, card),
    ...defined({ bankName: banks?.get(firstDigits(card)) }),
  }));
  const isLocked = ({ lockedAt }: OfferedCard) => lockedAt !== undefined;
  const canRemove = merchant.cardRemoval === true;
  return { cards: all.filter((card) => !isLocked(card)), lockedCards: all.filter(isLocked), canRemove };
}

/** True if a POS that takes payments has asked for a CVV on this page. A request of a previous POS does not count. */
function bankWantsCvv(page: HostedPageItem, merchant: MerchantItem): boolean {
  const { merchantId, cvvRequired = false, cvvRequiredBy = merchantId } = page;
  return cvvRequired && posInUse(merchant).includes(cvvRequiredBy);
}

/**
 * True if the buyer must agree that the card is stored and charged (hosted-page.md 5.7). For an erased
 * customer no card can be stored, and the page has no box.
 */
export async function needsConsent({
  saveCardFor,
  merchantId,
  customerId,
}: HostedPageItem): Promise<boolean> {
  if (saveCardFor !== 'recurring' || customerId === undefined) return false;
  return (await loadCustomer(merchantId, customerId)) !== undefined;
}

export type ChosenCard = { card: OfferedCard; sealed: SealedCardRow };

/**
 * The card that the form names, still encrypted; undefined if it was deleted or is not offered on this page.
 * `loadMerchantOf` is called at the same time as the card is read.
 */
export async function chosenCard(
  page: HostedPageItem,
  id: string,
  loadMerchantOf: () => Promise<{ merchant: MerchantItem }>,
  now: Date,
): Promise<ChosenCard | undefined> {
  const { merchantId, customerId } = page;
  if (customerId === undefined) return undefined;
  const [chosen, customer, { merchant }] = await Promise.all([
    loadCardToOpen(merchantId, id, now),
    loadCustomer(merchantId, customerId),
    loadMerchantOf(),
  ]);
  if (chosen === undefined || customer === undefined) return undefined;
  const { card, sealed } = chosen;
  const isOwn = card.customerId === customerId && card.expiresAt === undefined;
  if (!isOwn || !offersStoredCards(merchant.threeDSecure)) return undefined;
  const cvvRequired = bankWantsCvv(page, merchant);
  return { card: { ...card, needsCvv: needsCvv(merchant, { cvvRequired }, card) }, sealed };
}

/**
 * Decrypts the card. `references`: those that a payment with its security code may have. Locked (cards.md 7)
 * is the number, so the lock of another card with the same number counts, and is shown on this card too.
 */
export async function openChosenCard(
  { card, sealed }: ChosenCard,
  now: Date,
): Promise<{ card: CardDetails; references: string[] } | 'locked'> {
  const { merchantId, id: cardId } = card;
  if (card.lockedAt !== undefined) return 'locked';
  const [opened, wrongCodes] = await Promise.all([
    openCard(sealed, { merchantId, cardId }),
    loadWrongCodes(card),
  ]);
  const left = codeTriesLeft(wrongCodes, now.getTime());
  if (left > 0) return { card: opened, references: referencesOfTries(card, left, now) };
  // A conflict is a change of the card at the same moment: the next submit shows the lock.
  const { kind } = await commit([writeCardLock(card, now)]);
  if (kind === 'committed') measure({ CardsLocked: 1 }, { merchantId });
  return 'locked';
}
