// Webhooks, in one partition for each merchant. A row is written whole, on the condition of the version that
// was read. The row of a deleted webhook remains without its data until all its deliveries have ended.
import { randomUUID } from 'node:crypto';
import { eventsOfWebhook } from '#domain/event/account-events.ts';
import { MOST_WEBHOOKS } from '#domain/limits.ts';
import { text, type ValueOf } from '#domain/shape.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { type Webhook, webhookFields } from '#domain/webhook/webhook.ts';
import { commit, create, replace, type Write } from '../table/commit.ts';
import { untilCommitted } from '../table/commit-retry.ts';
import {
  CAPTURE_TRIGGER,
  DELIVERY_TRIGGER,
  deliveryDueAttributes,
  deliveryDuePartition,
  FAILING_WEBHOOKS_PARTITION,
  webhookKey,
  webhooksPartition,
} from '../table/keys.ts';
import { byTime, type Kind } from '../table/kind.ts';
import { endsAt, loadRow, newItem, row, type Stored } from '../table/row.ts';
import { everyPage, type Item, queryChildren, queryIndex } from '../table/table.ts';

const fields = () => ({
  ...webhookFields(),
  /** A random id of the last write, because two callers may write equal rows at the same time. */
  writtenBy: text,
});
type WebhookRow = ValueOf<typeof fields>;
export type WebhookItem = Stored & WebhookRow;

export const WEBHOOK = /* @__PURE__ */ row<WebhookRow>('webhook', fields, {
  isErased: (item) => item['deletedAt'] !== undefined,
});

export const webhookKind = () =>
  ({
    keys: [webhookKey('{m}', '{id}')],
    readBy: 'merchant, delivery',
    indexes: {
      second: [byTime(FAILING_WEBHOOKS_PARTITION)],
      due: [[deliveryDuePartition('{shard}'), '{instant}#{id}']],
    },
    grants: { webhook: 'webhooks and their replays' },
    events: 'triggered',
    read: WEBHOOK.find,
  }) satisfies Kind;

const ID = /^[0-9a-f-]{36}$/;
/** The merchant's webhook; undefined if it is deleted, of another merchant, or if `id` is malformed. */
export async function loadWebhook(merchantId: string, id: string): Promise<WebhookItem | undefined> {
  return ID.test(id) ? await loadRow(WEBHOOK, webhookKey(merchantId, id)) : undefined;
}

/** The sort keys of webhooks and their replays: ids begin with a hexadecimal digit. */
const ALL = { from: '0', to: 'g' } as const;
const ROWS_PER_READ = 100;

/** All webhooks of the merchant, the newest first. */
export async function loadWebhooks(merchantId: string): Promise<WebhookItem[]> {
  const wanted = { partition: webhooksPartition(merchantId), ...ALL, limit: ROWS_PER_READ };
  const items = (await Array.fromAsync(everyPage(queryChildren, wanted))).flat();
  return items.filter(({ sk }) => ID.test(sk)).flatMap((item) => WEBHOOK.find(item) ?? []);
}

/** The newest ones are read; their number is for alarms and graphs. */
const MOST_FAILING = 1_000;

/** The failing webhooks of all merchants, at most a thousand; eventually consistent. */
export async function loadFailingWebhooks(): Promise<WebhookItem[]> {
  const partition = FAILING_WEBHOOKS_PARTITION;
  const { items } = await queryIndex({ index: 'second', partition, limit: MOST_FAILING });
  return items.flatMap((item) => WEBHOOK.find(item) ?? []);
}

/** `before`: the row that is replaced; undefined if the webhook is new. */
function itemOf(webhook: Webhook, before: WebhookItem | undefined): Item {
  const { merchantId, id, workAt, state, failingSince = '' } = webhook;
  const attributes = WEBHOOK.attributes({ ...webhook, writtenBy: randomUUID() });
  return newItem(
    webhookKey(merchantId, id),
    {
      ...attributes,
      ...(workAt !== undefined && deliveryDueAttributes(id, workAt)),
      ...(state === 'Failing' && {
        secondPk: FAILING_WEBHOOKS_PARTITION,
        secondSk: `${failingSince}#${id}`,
      }),
      ...(workAt !== undefined && workAt <= new Date().toISOString() && DELIVERY_TRIGGER),
      ...(eventsOfWebhook(before, webhook).length > 0 && CAPTURE_TRIGGER),
    },
    (before?.version ?? 0) + 1,
  );
}

const countKey = (merchantId: string) => webhookKey(merchantId, 'COUNT');

export const webhookCountKind = () =>
  ({
    keys: [countKey('{m}')],
    readBy: 'its own condition',
    events: 'nothing: events go to it',
  }) satisfies Kind;

/** A conflict on the count if the merchant has `MOST_WEBHOOKS` already. */
export const writeNewWebhook = (webhook: Webhook): Write[] => [
  create('webhook', itemOf(webhook, undefined)),
  {
    what: 'webhook-count',
    kind: 'count',
    key: countKey(webhook.merchantId),
    add: { webhooks: 1 },
    condition: {
      expression: 'attribute_not_exists(#webhooks) OR #webhooks < :most',
      values: { ':most': MOST_WEBHOOKS },
    },
  },
];

/** A conflict if the webhook was changed since it was read. */
export const writeWebhook = (read: WebhookItem, webhook: Webhook) =>
  replace('webhook', read, itemOf(webhook, read));

/** Returns undefined if another caller has changed the webhook. */
export async function saveWebhook(read: WebhookItem, webhook: Webhook): Promise<WebhookItem | undefined> {
  const write = writeWebhook(read, webhook);
  if ((await commit([write])).kind !== 'committed') return undefined;
  return WEBHOOK.read(write.item);
}

/**
 * Changes a webhook as it is stored now; `read`: as it was just read. Nothing is written if `change` returns
 * undefined or the same webhook. Undefined if there is no such webhook.
 */
export const changeWebhook = (
  { merchantId, id }: Pick<Webhook, 'merchantId' | 'id'>,
  change: (webhook: WebhookItem) => Webhook | undefined,
  read?: WebhookItem,
): Promise<{ before: WebhookItem; after: WebhookItem } | undefined> =>
  untilCommitted({
    load: async (conflict) => (conflict === undefined && read) || (await loadWebhook(merchantId, id)),
    decide: (before) => {
      if (before === undefined) return { result: undefined };
      const next = change(before);
      if (next === undefined || next === before) return { result: { before, after: before } };
      const write = writeWebhook(before, next);
      return { writes: [write], result: { before, after: WEBHOOK.read(write.item) } };
    },
    lost: 'The webhook changes too often.',
  });

/** Longer than any delivery is stored. */
const FORGOTTEN_MS = 100 * DAY_MS;

/** Address and secrets are removed. A conflict if the webhook was changed since it was read. */
export function writeWebhookDeletion(read: WebhookItem, now: Date): Write[] {
  const { merchantId, id, version } = read;
  const item = newItem(
    webhookKey(merchantId, id),
    {
      id,
      merchantId,
      deletedAt: now.toISOString(),
      ...CAPTURE_TRIGGER,
      ...endsAt(now.getTime() + FORGOTTEN_MS),
    },
    version + 1,
  );
  return [
    replace('webhook', read, item),
    { what: 'webhook-count', kind: 'count', key: countKey(merchantId), add: { webhooks: -1 } },
  ];
}
