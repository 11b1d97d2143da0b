// `from` chooses the events that are sent when a webhook is enabled. A call in which it has no effect is
// refused.
import { expect, it } from 'vitest';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { eventsIn, webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { answerWith } from '../../webhook/receiver.ts';

const harness = await startHarness();
const { moveBy, now } = harness;

/** Begins with a webhook and a call that updates it with `from`. */
async function begin() {
  const one = await webhookOfOwnMerchant(harness);
  const from = new Date(now().getTime() - HOUR).toISOString();
  const path = `/api/webhook/${one.webhook.id}`;
  const update = (body: object, headers: Record<string, string> = {}) =>
    one.api('PUT', `${path}?from=${from}`, { body, headers });
  const shown = async () => (await one.api('GET', path)).json.data;
  return { ...one, path, update, shown };
}

const SENTENCES = {
  tr: [
    'Burada kullanılamaz; yalnızca `isActive: true` ile, devre dışı bir webhook’u açarken kullanılır.',
    'Olayları yeniden göndermek için: `POST /api/webhook/{id}/replay`.',
  ].join(' '),
  en: [
    'It cannot be used here; it is for enabling a disabled webhook with `isActive: true`.',
    'To have events sent again: `POST /api/webhook/{id}/replay`.',
  ].join(' '),
};

async function expectRefusal(
  { update, shown }: Awaited<ReturnType<typeof begin>>,
  body: object,
): Promise<void> {
  const before = await shown();
  for (const language of ['tr', 'en'] as const) {
    const { status, json } = await update(body, { 'accept-language': language });
    const errors = [{ field: 'from', code: 'NOT_APPLICABLE', message: SENTENCES[language] }];
    expect([status, json.errorCode, json.data['errors']]).toEqual([400, 'VALIDATION_ERROR', errors]);
  }
  expect(await shown()).toEqual(before);
}

it.each([
  ['no field', {}],
  ['another field alone', { description: 'Muhasebe' }],
  ['isActive: false', { isActive: false }],
])('`from` with %s in the body is refused, also for a disabled webhook', async (_, body) => {
  const one = await begin();
  await expectRefusal(one, body);
  await one.api('PUT', one.path, { body: { isActive: false } });
  await expectRefusal(one, body);
});

it('`from` is refused if the webhook is active, or failing', async () => {
  const one = await begin();
  await expectRefusal(one, { isActive: true });
  one.receiver.answers(answerWith(500));
  for (const objectId of ['a', 'b', 'c']) await one.announce({ objectId, sequence: 1 });
  expect(await one.shown()).toMatchObject({ state: 'Failing' });
  await expectRefusal(one, { isActive: true });
});

it('a call with `from` that is repeated with its idempotency key has the same answer', async () => {
  const { api, path, update, happen, receiver } = await begin();
  await happen({ objectId: 'a', sequence: 1 });
  await api('PUT', path, { body: { isActive: false } });
  const headers = { 'idempotency-key': 'enable-1' };
  const first = await update({ isActive: true }, headers);
  const again = await update({ isActive: true }, headers);
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  await moveBy(5 * MINUTE);
  expect(eventsIn(receiver.received)).toEqual(['a-1']);
});
