// Replays: a webhook gets an event, or all events of a span, again. The row contains the progress.
import { EVENTS_KEPT_DAYS } from '#domain/limits.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { type Replay, replayFields } from '#domain/webhook/replay.ts';
import { commit, create, replace, type Write } from '../table/commit.ts';
import { DELIVERY_TRIGGER, deliveryDueAttributes, deliveryDuePartition, replayKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { endsAt, loadRow, newItem, row, type Stored } from '../table/row.ts';
import type { Item } from '../table/table.ts';

export type ReplayItem = Stored & Replay;

const REPLAY = /* @__PURE__ */ row<Replay>('replay', replayFields);

export const replayKind = () =>
  ({
    keys: [replayKey('{m}', '{webhook}', '{id}')],
    readBy: 'delivery',
    indexes: { due: [[deliveryDuePartition('{shard}'), '{instant}#{id}']] },
    events: 'nothing: it sends events again',
    read: readReplay,
  }) satisfies Kind;

const KEPT_MS = EVENTS_KEPT_DAYS * DAY_MS;

function itemOf(replay: Replay, version: number): Item {
  const { merchantId, webhookId, id, workAt, createdAt } = replay;
  return newItem(
    replayKey(merchantId, webhookId, id),
    {
      ...REPLAY.attributes(replay),
      ...(workAt !== undefined && { ...deliveryDueAttributes(id, workAt), ...DELIVERY_TRIGGER }),
      ...endsAt(Date.parse(createdAt) + KEPT_MS),
    },
    version,
  );
}

export const writeNewReplay = (replay: Replay): Write => create('replay', itemOf(replay, 1));

/** Returns undefined if another caller has changed the replay. */
export async function saveReplay(read: ReplayItem, replay: Replay): Promise<ReplayItem | undefined> {
  const { pk, sk, version } = read;
  const saved = await commit([replace('replay', read, itemOf(replay, version + 1))]);
  // Without a spread of `read`, because its `workAt` must not remain in a replay that has ended.
  return saved.kind === 'committed' ? { ...replay, pk, sk, version: version + 1 } : undefined;
}

export const loadReplay = (merchantId: string, webhookId: string, id: string) =>
  loadRow(REPLAY, replayKey(merchantId, webhookId, id));

export const readReplay = (item: Item): ReplayItem | undefined =>
  item.sk.includes('#REPLAY#') ? REPLAY.read(item) : undefined;
