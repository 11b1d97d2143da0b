// The brands of cards as rows state them.
import { oneOf } from '#domain/shape.ts';

export const CARD_ASSOCIATION = /* @__PURE__ */ oneOf(['VISA', 'MASTERCARD', 'AMEX', 'TROY', 'OTHER']);
