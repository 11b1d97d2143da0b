// Tests and replays of a webhook take turns: a row for each of both says which one runs. A test that crashed
// ends by its time, a replay by its own row (events.md 4.5).
import { randomUUID } from 'node:crypto';
import { optional, text, type ValueOf } from '#domain/shape.ts';
import { DAY_MS, SECOND_MS } from '#domain/time/duration.ts';
import { laneOfReplay } from '#domain/webhook/replay.ts';
import { commit, type Write } from '../table/commit.ts';
import { turnKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { endsAt, loadRow, newItem, row } from '../table/row.ts';
import { parkedEntries } from './delivery.ts';
import { loadReplay } from './replay.ts';

const fields = () => ({
  /** The replay, or a random id of the test. */
  by: text,
  /** ISO: a test has ended then. */
  until: optional(text),
});
type Turn = ValueOf<typeof fields>;

const TURN = /* @__PURE__ */ row<Turn>('webhook-turn', fields);

export const webhookTurnKind = () =>
  ({
    keys: [turnKey('{m}', '{webhook}', 'TEST'), turnKey('{m}', '{webhook}', 'REPLAY')],
    readBy: 'a test, a replay',
    events: 'nothing: a test or a replay runs',
    read: TURN.find,
  }) satisfies Kind;

type TurnName = { merchantId: string; webhookId: string };

/** As long as any webhook's rows are kept after it is deleted. */
const KEPT_MS = 100 * DAY_MS;
const itemOf = (name: TurnName, kind: 'TEST' | 'REPLAY', turn: Turn, now: Date) =>
  newItem(turnKey(name.merchantId, name.webhookId, kind), {
    ...TURN.attributes(turn),
    ...endsAt(now.getTime() + KEPT_MS),
  });

/** Longer than a test and the calls around it. */
const TEST_MS = 15 * SECOND_MS;

/** Returns undefined if another test of the webhook runs; else a function that ends the turn. */
export async function takeTestTurn(name: TurnName, now: Date): Promise<(() => Promise<void>) | undefined> {
  const by = randomUUID();
  const until = (ms: number): Turn => ({ by, until: new Date(ms).toISOString() });
  const taken = await commit([
    {
      what: 'webhook-turn',
      kind: 'put',
      item: itemOf(name, 'TEST', until(now.getTime() + TEST_MS), now),
      condition: {
        expression: 'attribute_not_exists(#pk) OR #until <= :now',
        values: { ':now': now.toISOString() },
      },
    },
  ]);
  if (taken.kind === 'conflict') return undefined;
  return async () => {
    const item = itemOf(name, 'TEST', until(now.getTime()), now);
    const condition = { expression: '#by = :by', values: { ':by': by } };
    await commit([{ what: 'webhook-turn', kind: 'put', item, condition }]);
  };
}

/** Deliveries that wait for a webhook are read oldest first; so many of each shard show a running replay. */
const LOOKED_AT = 25;

/**
 * The write that gives the turn to a new replay; undefined while the one before makes its deliveries, or
 * while they wait to be sent. It conflicts if another replay has taken the turn meanwhile.
 */
export async function replayTurn(name: TurnName, replayId: string, now: Date): Promise<Write | undefined> {
  const last = await loadRow(TURN, turnKey(name.merchantId, name.webhookId, 'REPLAY'));
  if (last !== undefined && (await isRunning(name, last.by))) return undefined;
  return {
    what: 'webhook-turn',
    kind: 'put',
    item: itemOf(name, 'REPLAY', { by: replayId }, now),
    condition:
      last === undefined
        ? { expression: 'attribute_not_exists(#pk)' }
        : { expression: '#by = :last', values: { ':last': last.by } },
  };
}

async function isRunning({ merchantId, webhookId }: TurnName, replayId: string): Promise<boolean> {
  const replay = await loadReplay(merchantId, webhookId, replayId);
  if (replay?.workAt !== undefined) return true;
  const waiting = await parkedEntries({ merchantId, id: webhookId }, LOOKED_AT);
  // The partition of a delivery ends with its lane.
  return waiting.some(({ pk }) => pk.endsWith(laneOfReplay('', replayId)));
}
