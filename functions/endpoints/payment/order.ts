// GET /api/order: what happened to an order, oldest first (payments.md 11).
import { orderQuery } from '#contract/order.ts';
import { tellOrder } from '#http/order-story.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { readCursor, writeCursor } from '#store/table/cursor.ts';

const TOLD = { tr: 'Siparişin öyküsü.', en: 'The story of the order.' };
const NOTHING_TOLD = {
  tr: 'Bu sipariş numarasıyla kayıt yok; büyük ve küçük harfler önemlidir.',
  en: 'Nothing has this order number; upper and lower case matter.',
};

/** Entries of one answer. */
const MOST = 200;

export const handler = readEndpoint(
  { scope: 'payments:read', ownScope: 'payments', query: orderQuery },
  async (call) => {
    const { orderNumber, cursor } = call.query;
    const owner = { digestKey: call.caller.digestKey, list: JSON.stringify(['order', orderNumber]) };
    const first = cursor === undefined ? 0 : Number(readCursor(cursor, owner));
    const { story, isWhole } = await tellOrder(call, orderNumber, { first, most: MOST });
    const nextCursor = isWhole ? null : writeCursor(String(first + MOST), owner);
    const message = story.timeline.length === 0 ? NOTHING_TOLD : TOLD;
    return { message, data: { ...story, nextCursor } };
  },
);
