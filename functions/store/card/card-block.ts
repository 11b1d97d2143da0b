// How the row of a card says that the card is blocked: by which answer, since when, and at which virtual POS.
import type { DeclineCode } from '#domain/rejection.ts';
import { code, object, optional, storedAs, text, uuid } from '#domain/shape.ts';

export const cardBlock = () =>
  object({ code: code<DeclineCode>(), at: text, posId: optional(storedAs('pos', uuid)) });
