// Of each event of a customer or card: it is erased with its object, and no answer to it is kept.
import { expect, it } from 'vitest';
import { isErasable, typesToErase } from '#domain/event/erasure.ts';
import { EVENT_TYPE_NAMES, EVENT_TYPES } from '#domain/event/event-type.ts';

it('a deletion erases every other event of its customer or card, and of no other object', () => {
  for (const objectType of ['Customer', 'Card', 'Webhook'] as const) {
    const ofObject = EVENT_TYPE_NAMES.filter((type) => EVENT_TYPES[type].objectType === objectType);
    const type = ofObject.find((one) => one.endsWith('.deleted')) ?? expect.fail(objectType);
    const others = objectType === 'Webhook' ? [] : ofObject.filter((one) => one !== type);
    expect(typesToErase({ type, objectType })).toEqual(others);
    expect(typesToErase({ type: 'card.locked', objectType })).toEqual([]);
  }
});

it('no answer of a receiver to an event of a customer or card is kept', () => {
  const kept = EVENT_TYPE_NAMES.filter((type) => !isErasable(type)).map(
    (type) => EVENT_TYPES[type].objectType,
  );
  expect([kept.includes('Customer'), kept.includes('Card')]).toEqual([false, false]);
  expect(['payment.succeeded', 'webhook.deleted', 'of.another.version'].map(isErasable)).toEqual([
    false,
    false,
    false,
  ]);
});
