// An attack with stolen cards, in events.
import type { CardTesting } from '#domain/payment/card-testing.ts';

export const showCardTesting = ({ id, declinedCards, approvedCards, startedAt, endsAt }: CardTesting) => ({
  id,
  declinedCards,
  approvedCards,
  startedAt,
  endsAt,
});
