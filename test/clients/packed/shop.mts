// A shop on the packed TypeScript client that may be killed anywhere: see killed-shop.ts.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const { paymentService, verifyResult } = await import(process.env.CLIENT);
const { baseUrl, apiKey, ...shop } = JSON.parse(process.env.SHOP);
const pay = paymentService({ baseUrl, apiKey });
const state = JSON.parse(readFileSync(process.env.STATE, 'utf8'));
function save() {
  writeFileSync(`${process.env.STATE}.new`, JSON.stringify(state));
  renameSync(`${process.env.STATE}.new`, process.env.STATE);
}
while (state.order < Number(process.env.ORDERS)) {
  const orderNumber = `KILL-${String(state.order).padStart(5, '0')}`;
  const order = { orderNumber, amount: (10_000 + state.order) / 100, currency: 'TRY' };
  const body = { ...order, successUrl: 'https://shop.example/', failUrl: 'https://shop.example/' };
  const page = await pay.hostedPage.create(body, { idempotencyKey: `page-${orderNumber}` });
  const paid = await fetch(`${baseUrl}/pay`, { method: 'POST', body: JSON.stringify({ url: page.hostedPageUrl }) });
  const { paymentReferenceNumber } = verifyResult((await paid.json()).location, order, shop);
  const refund = { transactionId: paymentReferenceNumber, amount: 1.25, reason: 'part' };
  await pay.refund.partial(refund, { idempotencyKey: `refund-${orderNumber}` });
  for await (const { events, cursor } of pay.feed(state.cursor)) {
    state.cursor = cursor;
    state.events.push(...events.map(({ id }) => id));
    save();
  }
  state.order += 1;
  save();
}
