// GET /api/card/{id}: one stored card, its number masked.
import { showCard } from '#contract/card-answer.ts';
import { withoutSecurityCode } from '#contract/field/security-code.ts';
import { Rejection } from '#domain/rejection.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { besideRoute } from '#http/unknown-route.ts';
import { loadCard } from '#store/card/card.ts';

const SHOWN = { tr: 'Kart.', en: 'The card.' };

export const handler = besideRoute(
  ['/api/card/query'],
  readEndpoint({ scope: 'cards:read', without: withoutSecurityCode }, async ({ caller, path, now }) => {
    const card = await loadCard(caller.merchantId, path['id'] ?? '', now);
    if (card === undefined) throw new Rejection('CARD_NOT_FOUND');
    return { message: SHOWN, data: showCard(card, caller, now) };
  }),
);
