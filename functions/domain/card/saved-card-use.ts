// What a buyer agrees to when a page saves a card.

/** The uses for which a buyer lets a page save a card: to choose it again, or for charges without asking. */
export const SAVED_CARD_USES = ['oneClick', 'recurring'] as const;
export type SavedCardUse = (typeof SAVED_CARD_USES)[number];
