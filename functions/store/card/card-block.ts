// The shape of a block in the row of a card: the bank's answer, the time, and the virtual POS.
import type { DeclineCode } from '#domain/rejection-table.ts';
import { code, object, optional, text, uuid } from '#domain/shape.ts';

export const cardBlock = () => object({ code: code<DeclineCode>(), at: text, posId: optional(uuid) });
