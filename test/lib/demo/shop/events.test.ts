// The events that the demo shop receives: from a purchase to the pages that show them, and refused messages.
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '#domain/event/event-type.ts';
import { createShop } from '../../../../lib/demo/shop/shop-server.ts';
import type { KeptWebhook, LocalShop } from '../../../../lib/local/local-shop.ts';
import { openSnapshot } from '../../../../lib/local/snapshot.ts';
import { demoShop } from '../../../drivers/demo-shop.ts';
import { resultOf } from '../../../drivers/result.ts';
import { DAY, MINUTE, SECOND, startHarness } from '../../../harness/harness.ts';

const harness = await startHarness({ events: true });
const { buyer, moveBy, now, service } = harness;
const { baseUrl } = service;

const { post, visit: get, buy } = demoShop(harness);
/** Buys and pays with 3-D Secure, and lets all events be delivered. */
async function pay(productId: string, entry: Record<string, string> = {}, known = '') {
  const { cookie, pageUrl } = await buy({ productId }, known);
  const paid = await buyer.submit(await buyer.open(pageUrl), entry);
  await moveBy(0);
  const { pathname, search } = new URL(paid.location ?? '');
  const { orderNumber } = resultOf(paid.location ?? '');
  return { cookie, back: `${pathname}${search}`, orderNumber };
}
const typesOn = (page: string) =>
  [...page.matchAll(/<code data-of="type">([^<]+)<\/code>/g)].map(([, type]) => type);
const list = async (query: Record<string, string> = {}) => {
  const { text } = await get(`/shop/events/list?${new URLSearchParams({ language: 'en', ...query })}`);
  return (JSON.parse(text) as { items: { id: string; type: string; body: string }[] }).items;
};

describe('the events of a buyer', () => {
  it('a verified event is on the page of events and, for its order, on the page of the result', async () => {
    const first = await pay('kahve');
    const other = await pay('cay');
    const result = await get(first.back, first.cookie);
    expect(typesOn(result.text).sort()).toEqual(['hosted_page.paid', 'payment.succeeded']);
    expect(result.text.match(/Signature verified/g)).toHaveLength(2 + 1); // the template of the script too
    expect(result.text).not.toContain(other.orderNumber);

    const all = await get('/shop/events?language=en');
    const types = typesOn(all.text);
    expect(types.filter((type) => type === 'payment.succeeded')).toHaveLength(2);
    expect(types).toContain('customer.created');
    expect(all.text).toContain(EVENT_TYPES['payment.succeeded'].when.en);
    expect((await get('/shop/events?language=tr')).text).toContain(EVENT_TYPES['payment.succeeded'].when.tr);
  });

  it('a card that was stored is shown with its order, and not with the next order that it pays', async () => {
    const typesOf = async (order: string) => (await list({ order })).map(({ type }) => type).sort();
    const first = await pay('kahve', { saveCard: 'yes' });
    const next = await pay('cay', { saveCard: 'yes' }, first.cookie);
    const paid = ['hosted_page.paid', 'payment.succeeded'];
    expect(await typesOf(first.orderNumber)).toEqual(['card.created', ...paid]);
    expect(await typesOf(next.orderNumber)).toEqual(paid);
    const cards = (await list({ order: next.orderNumber })).map(({ body }) =>
      /"cardStorageId": "/.test(body),
    );
    expect(cards).toContain(true);
  });

  it('a subscription has events of its creation, its charge after a month and its end', async () => {
    const { cookie, back, orderNumber } = await pay('abonelik', { saveCard: 'yes' });
    await get(back, cookie);
    await post('/shop/account', { action: 'month' }, cookie);
    const account = (await get('/shop/account?language=en', cookie)).text;
    const [, id = ''] =
      /value="cancel">\s*<input type="hidden" name="id" value="([^"]+)"/.exec(account) ?? [];
    await post('/shop/account', { action: 'cancel', id }, cookie);
    await moveBy(0);
    const types = (await list({ order: orderNumber })).map(({ type }) => type);
    for (const what of ['created', 'charged', 'cancelled'])
      expect(types).toContain(`recurring_payment.${what}`);
  });

  it('the list after an event has only the later ones, the newest first', async () => {
    const [newest] = await list();
    expect(await list({ after: newest?.id ?? '' })).toEqual([]);
    const { orderNumber } = await pay('cezve');
    const later = await list({ after: newest?.id ?? '' });
    expect(later.length).toBeGreaterThan(1);
    expect((await list()).slice(0, later.length)).toEqual(later);
    const ofOrder = later.filter(({ body }) => body.includes(orderNumber));
    expect(await list({ after: newest?.id ?? '', order: orderNumber })).toEqual(ofOrder);
    // A page that was open while the shop was restarted has an event that the shop no longer has.
    expect(await list({ after: 'evt_unknown' })).toEqual(await list());
  });

  it('the button of the page sends a test event', async () => {
    const sent = await post('/shop/events', {});
    expect([sent.status, sent.headers['location']]).toEqual([303, '/shop/events?language=en']);
    expect((await list())[0]?.type).toBe('webhook.test');
  });
});

describe('the shop’s receiver', () => {
  let shop: LocalShop;
  let webhook: KeptWebhook;
  beforeAll(async () => {
    const webhooks = openSnapshot<KeptWebhook>();
    shop = createShop({ baseUrl, merchant: await service.addMerchant(), webhooks });
    await shop.receiveEvents();
    webhook = webhooks.get('webhook') ?? { id: '', secret: '' };
  });
  const visit = async (url: string) => {
    const request = { method: 'GET', url, headers: {}, body: Buffer.of(), address: '' };
    return String((await shop.service(request)).body);
  };
  const eventOf = (id: string, more: object = {}) => ({
    id,
    type: 'payment.succeeded',
    createdAt: '2026-11-20T09:00:00.000Z',
    mode: 'test',
    objectType: 'Payment',
    objectId: `of-${id}`,
    sequence: 2,
    data: { object: {}, previous: {} },
    ...more,
  });
  type Sent = { id: string; body?: string; at?: Date; secret?: string; sentBody?: string };
  /** Sends a message signed by the library of the specification, and returns the status. */
  const send = async ({ id, body = JSON.stringify(eventOf(id)), at = now(), ...more }: Sent) => {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(more.secret ?? webhook.secret).sign(id, at, body),
    };
    const sent = Buffer.from(more.sentBody ?? body);
    return (await shop.service({ method: 'POST', url: '/webhook', headers, body: sent, address: '' })).status;
  };

  it('a page without events states in both languages that none has arrived', async () => {
    expect(await visit('/events?language=en')).toContain('No event yet.');
    expect(await visit('/events?language=tr')).toContain('Henüz olay gelmedi.');
  });

  it('a message that is forged, changed, old, unsigned or no event is shown nowhere', async () => {
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(await send({ id: 'evt_forged', secret: other })).toBe(401);
    const changed = JSON.stringify(eventOf('evt_changed', { sequence: 3 }));
    expect(await send({ id: 'evt_changed', sentBody: changed })).toBe(401);
    for (const ms of [-5 * MINUTE - 2 * SECOND, 5 * MINUTE + 2 * SECOND]) {
      expect(await send({ id: 'evt_old', at: new Date(now().getTime() + ms) })).toBe(401);
    }
    for (const body of ['', 'null', '{}', JSON.stringify(eventOf('evt_odd', { data: null }))]) {
      expect(await send({ id: 'evt_odd', body })).toBe(401);
    }
    const unsigned = { 'webhook-id': 'evt_unsigned', 'webhook-timestamp': '1' };
    const body = Buffer.from(JSON.stringify(eventOf('evt_unsigned')));
    const message = { method: 'POST', url: '/webhook', body, address: '' };
    for (const headers of [{}, unsigned]) {
      expect((await shop.service({ ...message, headers })).status).toBe(401);
    }
    expect(await visit('/events?language=en')).not.toContain('evt_');
    expect(await visit('/events/list')).toBe('{"items":[]}');
  });

  it('an event that is delivered twice is answered with 200 and shown once', async () => {
    for (let times = 0; times < 3; times += 1) expect(await send({ id: 'evt_again' })).toBe(200);
    const body = JSON.stringify(eventOf('evt_again', { sequence: 9 }));
    expect(await send({ id: 'evt_again', body })).toBe(200);
    const page = await visit('/events?language=en');
    expect(page.match(/data-id="evt_again"/g)).toHaveLength(1);
    expect(page).toContain('of-evt_again · sequence 2');
    expect(page).not.toContain('sequence 9');
  });

  it('the time of a message is compared with the clock of the service, also after a move', async () => {
    await moveBy(40 * DAY);
    expect(await send({ id: 'evt_moved' })).toBe(200);
    expect(await send({ id: 'evt_left', at: new Date(now().getTime() - 40 * DAY) })).toBe(401);
    expect(await visit('/events')).toContain('evt_moved');
  });

  it('hostile text of an event is shown as text', async () => {
    const text = `</pre><script>alert(1)</script><img src=x onerror="alert('2')">`;
    const body = JSON.stringify(
      eventOf('evt_hostile', { type: text, objectType: text, objectId: text, data: { object: { a: text } } }),
    );
    expect(await send({ id: 'evt_hostile', body })).toBe(200);
    const page = await visit('/events');
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img');
    expect(page.match(/&lt;script&gt;alert\(1\)/g)?.length).toBeGreaterThanOrEqual(3);
  });

  it('the newest hundred are kept', async () => {
    for (let count = 0; count < 105; count += 1) await send({ id: `evt_many_${count}` });
    const { items } = JSON.parse(await visit('/events/list')) as { items: { id: string }[] };
    expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => `evt_many_${104 - at}`));
  });
});
