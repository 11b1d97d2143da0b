// How many different numbers a merchant stores behind one mask in a day. Mask and fingerprint are answered
// together, so that whoever holds an API key could store all numbers that fit a mask until one has the
// fingerprint of the card behind it: 100,000 tries. With so few of them a day that takes years.
import type { StoredCard } from '#domain/card/stored-card.ts';
import type { Write } from '../table/commit.ts';
import { cardNumbersKey } from '../table/keys.ts';
import { row } from '../table/row.ts';

/** Read by its own condition alone. */
export const CARD_NUMBERS = /* @__PURE__ */ row<object>('card-numbers', () => ({}));

/** Far more than an honest merchant has, whose buyers' cards of one range share last digits by chance. */
const MOST_NUMBERS_A_DAY = 50;
const DAY_SECONDS = 86_400;
const KEPT_SECONDS = 2 * DAY_SECONDS;

/** Refused where so many others were stored today; a number that was among them is none more. */
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

/** From now until others may be stored: days are those of UTC. */
export const secondsLeftOfDay = (now: Date) => DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS);
