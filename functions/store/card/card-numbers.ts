// Limits how many different numbers a merchant stores behind one mask in a day (cards.md 1.8). The API
// returns mask and fingerprint together, so the holder of an API key could store all numbers that fit a
// mask until one has the fingerprint of a stored card: 100,000 attempts. With so few a day that takes
// years.
import type { StoredCard } from '#domain/card/stored-card.ts';
import type { Write } from '../table/commit.ts';
import { cardNumbersKey } from '../table/keys.ts';
import { row } from '../table/row.ts';

/** Only the condition of the write reads this row. */
export const CARD_NUMBERS = /* @__PURE__ */ row<object>('card-numbers', () => ({}));

/** Far more than an honest merchant needs: cards of one range share their last digits only by chance. */
const MOST_NUMBERS_A_DAY = 50;
const DAY_SECONDS = 86_400;
const KEPT_SECONDS = 2 * DAY_SECONDS;

/** The write conflicts if the day's numbers are used up. A number of the same day is not counted again. */
export function writeCardNumber(card: StoredCard, now: Date): Write {
  const { merchantId, fingerprint } = card;
  return {
    what: 'card-numbers',
    kind: 'count',
    key: cardNumbersKey(merchantId, card, now.toISOString().slice(0, 10)),
    add: {},
    addTo: { numbers: fingerprint },
    set: { expiresAtSeconds: Math.ceil(now.getTime() / 1000) + KEPT_SECONDS },
    condition: {
      expression:
        'attribute_not_exists(#numbers) OR size(#numbers) < :most OR contains(#numbers, :fingerprint)',
      values: { ':most': MOST_NUMBERS_A_DAY, ':fingerprint': fingerprint },
    },
  };
}

/** The seconds until the count starts anew, at midnight UTC. */
export const secondsLeftOfDay = (now: Date) => DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS);
