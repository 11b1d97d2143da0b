// The kinds of rows from which capture makes events. A new kind of row does not compile here until this list
// states which events report its changes.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changeOf, TRIGGER } from '#capture/image.ts';
import type { RowName } from '#store/table/keys.ts';

const EVENTS = 'events of its own';
const TRIGGERED = 'events of its own, by the writes that have the trigger';
const REPORTED_BY: Record<RowName, string> = {
  'hosted-page': EVENTS,
  payment: EVENTS,
  refund: EVENTS,
  'recurring-payment': EVENTS,
  card: EVENTS,
  customer: EVENTS,
  'api-key': EVENTS,
  webhook: TRIGGERED,
  attempt: 'those of its recurring payment: charged and charge_failed',
  'closed-periods':
    'that of its recurring payment: updated, unless another event reports the uncollected amount',
  'ended-period': 'those of its recurring payment: charged and updated',
  'merchant-hold': 'nothing: the plan shows a charge that waits for the merchant',
  'card-page': 'the card that it stores',
  'sealed-card': 'its card',
  'latest-card': 'its card',
  'pending-card': 'the card that is stored after the bank’s answer',
  'card-numbers': 'nothing: it finds cards of a number',
  'card-tries': 'nothing: it counts attempts',
  decline: 'nothing: it counts attempts',
  order: 'its hosted page and payment',
  'refund-counts': 'its refunds',
  merchant: 'nothing: operators change it',
  'merchant-name': 'nothing: operators change it',
  logo: 'nothing: operators change it',
  'operator-action': 'nothing: operators read it',
  reconciliation: 'nothing: operators read it',
  difference: 'nothing: operators read it',
  bank: 'nothing: no merchant reads it',
  idempotency: 'nothing: it repeats an answer',
  event: 'nothing: it is an event',
  feed: 'nothing: it is the order of events',
  'webhook-count': 'nothing: events go to it',
  'webhook-turn': 'nothing: a test or a replay runs',
  replay: 'nothing: it sends events again',
  delivery: 'nothing: it sends an event',
  'delivery-try': 'nothing: it sends an event',
};

type Recorded = { kind: RowName; item: { pk: string; sk: string } };
const ROWS = readFileSync(new URL('../../store/recorded/rows.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

describe('rows of a kind', () => {
  const kinds = Object.keys(REPORTED_BY) as RowName[];
  it.each(kinds)('rows of kind %s become events as the list states', (kind) => {
    const rows = ROWS.filter((row) => row.kind === kind);
    const captured = rows.map(({ item: { pk, sk } }) => {
      const [Keys, merchantId] = [{ pk: { S: pk }, sk: { S: sk } }, { S: 'merchant' }];
      const trigger = REPORTED_BY[kind] === TRIGGERED && { [TRIGGER]: { N: '1' } };
      const dynamodb = { Keys, NewImage: { ...Keys, merchantId, ...trigger } };
      return changeOf({ eventName: 'INSERT', dynamodb }) !== undefined;
    });
    // The page of a card has the key of a hosted page, so capture reads it, but makes no event of it.
    const isCaptured = [EVENTS, TRIGGERED].includes(REPORTED_BY[kind]) || kind === 'card-page';
    expect([...new Set(captured)]).toEqual([isCaptured]);
  });
});
