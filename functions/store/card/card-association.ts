// The brands of cards as rows state them.
import { CARD_ASSOCIATIONS } from '#domain/card/card-prefix.ts';
import { oneOf } from '#domain/shape.ts';

export const CARD_ASSOCIATION = /* @__PURE__ */ oneOf(CARD_ASSOCIATIONS);
