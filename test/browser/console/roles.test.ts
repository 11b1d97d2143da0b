// What each role may do: what the console offers, and what the service allows to the key of such a session.
import { expect, it, vi } from 'vitest';
import { ROLES, type Role, SCOPES_OF_ROLE } from '#domain/person.ts';
import { hasScope } from '#domain/scope.ts';
import { ROUTES } from '#routes.ts';
import { startDesk } from '../driver/desk.ts';

const desk = await startDesk({ events: true });
const { refunds, charges, open, api, merchant, moveBy } = desk;
const key = merchant.apiKey;

type Able = Record<Role, boolean>;
const of = (...roles: Role[]): Able =>
  Object.fromEntries(ROLES.map((role) => [role, roles.includes(role)])) as Able;

const payment = await refunds.pay({ orderNumber: 'ROL-1' });
const { refundId } = (await refunds.request(payment, 10)).json.data;
const { id: planId, customerId } = await charges.create({ frequency: 'monthly' });
const body = {
  amount: 10,
  currency: 'TRY',
  orderNumber: 'ROL-2',
  successUrl: 'https://a.example/',
  failUrl: 'https://a.example/',
};
const { id: webhookId } = (
  await api<{ id: string }>('POST', '/api/webhook', { key, body: { url: 'https://shop.example/events' } })
).json.data;
const pageId = (await api<{ id: string }>('POST', '/api/payment/hostedpage', { key, body })).json.data.id;

// The event comes by the stream, soon after the payment.
await moveBy(10_000);
const eventId = await vi.waitFor(async () => {
  const events = await api<{ items: { id: string }[] }>('GET', `/api/event?objectId=${payment}`, { key });
  return events.json.data.items[0]?.id ?? expect.fail('no event yet');
});

const READ = of('viewer', 'support', 'finance', 'owner');
/** By the button of a view. */
const OFFERED: [view: string, button: string, Able][] = [
  ['order?orderNumber=ROL-1', 'İade iste', of('support', 'finance', 'owner')],
  [`refunds?id=${refundId}`, 'Onayla', of('finance', 'owner')],
  [`refunds?id=${refundId}`, 'Reddet', of('finance', 'owner')],
  ['pages', 'Ödeme bağlantısı oluştur', of('support', 'finance', 'owner')],
  [`pages?id=${pageId}`, 'Bağlantıyı kapat', of('support', 'finance', 'owner')],
  [`recurring?id=${planId}`, 'Duraklat', of('support', 'finance', 'owner')],
  [`recurring?id=${planId}`, 'Kart bağlantısı', of('support', 'finance', 'owner')],
  [`webhooks?event=${eventId}`, 'Yeniden gönder', of('owner')],
  ['people', 'Giriş bağlantısı', of('owner')],
  ['people', 'Anahtarı iptal et', of('owner')],
];
/** By a direct call with the key of the session. A refusal of the scope comes before all others. */
const ALLOWED: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, Able][] = [
  ['GET', '/api/payment', READ],
  ['GET', '/api/Refund', READ],
  ['GET', '/api/RecurringPayment', READ],
  ['GET', '/api/webhook', READ],
  ['GET', '/api/customer', of('support', 'finance', 'owner')],
  ['GET', `/api/customer/${customerId}/export`, of('owner')],
  ['POST', '/api/payment/hostedpage', of('support', 'finance', 'owner')],
  ['POST', '/api/Refund', of('support', 'finance', 'owner')],
  ['POST', `/api/Refund/${refundId}/approve`, of('finance', 'owner')],
  ['POST', `/api/Refund/${refundId}/reject`, of('finance', 'owner')],
  ['POST', '/api/Refund/partial', of('finance', 'owner')],
  ['POST', '/api/Refund/cancellations', of('finance', 'owner')],
  ['POST', `/api/RecurringPayment/${planId}/pause`, of('support', 'finance', 'owner')],
  ['DELETE', `/api/customer/${customerId}`, of('support', 'owner')],
  ['POST', '/api/webhook', of('owner')],
  ['PUT', '/api/installment/table', of('owner')],
  ['POST', `/api/webhook/${webhookId}/test`, of('owner')],
  ['POST', `/api/webhook/${webhookId}/replay`, of('owner')],
  ['GET', '/api/settlement', of('finance', 'owner')],
  ['GET', '/api/key', of('owner')],
  ['POST', '/api/key', of('owner')],
  ['POST', `/api/key/${webhookId}/revoke`, of('owner')],
  ['POST', '/api/card', of()],
  ['POST', '/api/payment', of()],
];

it.each(ROLES)('%s is offered what the role may do, and no more', async (role) => {
  const page = await open(role);
  for (const [view, button, able] of OFFERED) {
    await page.goto(`${desk.baseUrl}/console/${view}`);
    await page
      .locator(
        'main:not([aria-busy=true], :has([aria-busy=true])) :is(article, .order, .list, .entries, .instead)',
      )
      .first()
      .waitFor();
    const count = await page.locator('main').getByRole('button', { name: button }).count();
    expect([role, view, button, count > 0]).toEqual([role, view, button, able[role]]);
  }
  await page.context().close();
});

it.each(ROLES)('a direct call with the key of %s does no more either', async (role) => {
  const { signIn } = await desk.addOne(role);
  const response = await fetch(`${desk.baseUrl}/console/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: desk.baseUrl },
    body: JSON.stringify({ code: signIn.split('#')[1] }),
  });
  const { data } = (await response.json()) as { data: { apiKey: string } };
  for (const { method, path, scope } of ROUTES) {
    if (scope === undefined || scope === 'any') continue;
    const answer = await api(method, path.replaceAll(/\{\w+\}/g, webhookId), {
      key: data.apiKey,
      ...(method !== 'GET' && { body: { none: 1 } }),
    });
    const isAllowed = answer.json.errorCode !== 'SCOPE_MISSING';
    expect([role, method, path, isAllowed]).toEqual([
      role,
      method,
      path,
      hasScope(SCOPES_OF_ROLE[role], scope),
    ]);
  }
  for (const [method, path, able] of ALLOWED) {
    // Nothing of a body is read before the scope; an unknown field ends what is allowed without an effect.
    const answer = await api(method, path, {
      key: data.apiKey,
      ...(method !== 'GET' && { body: { none: 1 } }),
    });
    const isAllowed = answer.json.errorCode !== 'SCOPE_MISSING';
    expect([role, method, path, isAllowed]).toEqual([role, method, path, able[role]]);
  }
});
