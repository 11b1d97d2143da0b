// Of which rows capture makes events. A kind of row that is added does not compile here until it is said
// which events tell of it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changeOf } from '#capture/image.ts';
import type { RowName } from '#store/table/keys.ts';

const EVENTS = 'events of its own';
const TOLD_BY: Record<RowName, string> = {
  'hosted-page': EVENTS,
  payment: EVENTS,
  refund: EVENTS,
  'recurring-payment': EVENTS,
  card: EVENTS,
  customer: EVENTS,
  attempt: 'those of its recurring payment: charged and charge_failed',
  'closed-periods':
    'that of its recurring payment: updated, unless another one tells what it leaves uncollected',
  'ended-period': 'those of its recurring payment: charged and updated',
  'merchant-hold': 'nothing: of a charge that waits for the merchant the plan shows it',
  'card-page': 'the card that it stores',
  'sealed-card': 'its card',
  'latest-card': 'its card',
  'pending-card': 'the card that is stored when the bank has judged it',
  'card-numbers': 'nothing: it finds cards of a number',
  'card-tries': 'nothing: it counts attempts',
  decline: 'nothing: it counts attempts',
  order: 'its hosted page and payment',
  'refund-counts': 'its refunds',
  'api-key': 'the announcement of its end',
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
  webhook: 'nothing: events go to it',
  'webhook-count': 'nothing: events go to it',
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
  const kinds = Object.keys(TOLD_BY) as RowName[];
  it.each(kinds)('%s become events as the list says', (kind) => {
    const rows = ROWS.filter((row) => row.kind === kind);
    const captured = rows.map(({ item: { pk, sk } }) => {
      const [Keys, merchantId] = [{ pk: { S: pk }, sk: { S: sk } }, { S: 'merchant' }];
      const dynamodb = { Keys, NewImage: { ...Keys, merchantId } };
      return changeOf({ eventName: 'INSERT', dynamodb }) !== undefined;
    });
    // The page of a card is a row like a hosted page, of which nothing is told.
    const isTold = TOLD_BY[kind] === EVENTS || kind === 'card-page';
    expect([...new Set(captured)]).toEqual([isTold]);
  });
});
