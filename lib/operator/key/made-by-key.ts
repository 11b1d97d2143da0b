// What an API key has made and what still works without it: webhooks, and pages and links that are open. A
// key that replaces another one takes over what that one made (api.md 6.11).
import { cardPageStateOf } from '#domain/card/card-page.ts';
import { pageMark, stateOf } from '#domain/payment/hosted-page.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { disabled, type WebhookState } from '#domain/webhook/webhook.ts';
import { CARD_PAGE } from '#store/card/card-page.ts';
import { loadMerchant } from '#store/merchant.ts';
import { HOSTED_PAGE, writeHostedPageClose } from '#store/payment/hosted-page.ts';
import { commit } from '#store/table/commit.ts';
import { listPartition, monthOf } from '#store/table/keys.ts';
import { shardsRead } from '#store/table/list-shards.ts';
import type { Item } from '#store/table/table.ts';
import { changeWebhook, loadWebhooks } from '#store/webhook/webhook.ts';
import { rowsOf } from '../stored.ts';

type Made = {
  webhooks: { id: string; url: string; state: WebhookState; createdAt: string }[];
  /** Ids of pages and add-card or update links that are open, or in `Processing`. */
  pages: OpenPage[];
  links: OpenPage[];
};
type OpenPage = { id: string; state: 'Open' | 'Processing'; createdAt: string; expiresAt: string };
type Found = OpenPage & { tokenDigest: string };

const LOOKS_BACK_DAYS = 90;
/** A page lives a day and can be extended for another, a link lives a week. */
const OPEN_FOR_DAYS = 8;

type Key = { merchantId: string; keyIds: ReadonlySet<string>; now: Date };

/** What the keys made in the last 90 days and what is not over. */
export async function madeBy(key: Key): Promise<Made> {
  const [webhooks, pages, links] = await Promise.all([webhooksOf(key), pagesOf(key), linksOf(key)]);
  return {
    webhooks: webhooks.map(({ id, url, state, createdAt }) => ({ id, url, state, createdAt })),
    pages: pages.map(shown),
    links: links.map(shown),
  };
}

const shown = ({ tokenDigest: _, ...page }: Found): OpenPage => page;

/**
 * Disables the webhooks and closes open pages and links. A page in Processing is left: its payment may have
 * been made.
 */
export async function stopMade(key: Key): Promise<{ stopped: string[]; left: string[] }> {
  const [webhooks, pages, links] = await Promise.all([webhooksOf(key), pagesOf(key), linksOf(key)]);
  const done = { stopped: [] as string[], left: [] as string[] };
  for (const webhook of webhooks) {
    await changeWebhook(webhook, (current) => disabled(current, 'KeyRevoked', key.now.getTime()));
    done.stopped.push(webhook.id);
  }
  for (const { id, tokenDigest } of [...pages, ...links]) {
    const { kind } = await commit([writeHostedPageClose(key.merchantId, tokenDigest, key.now)]);
    (kind === 'committed' ? done.stopped : done.left).push(id);
  }
  return done;
}

async function webhooksOf({ merchantId, keyIds, now }: Key) {
  const since = new Date(now.getTime() - LOOKS_BACK_DAYS * DAY_MS).toISOString();
  return (await loadWebhooks(merchantId)).filter(
    ({ createdBy = '', createdAt, state }) =>
      keyIds.has(createdBy) && createdAt >= since && state !== 'Disabled',
  );
}

async function pagesOf(key: Key): Promise<Found[]> {
  const shards = shardsRead((await loadMerchant(key.merchantId))?.listShards);
  const all = Array.from({ length: shards }, (_, shard) => lastRowsOf(key, 'PAGE', shard));
  return (await Promise.all(all)).flat().flatMap((item) => {
    const page = HOSTED_PAGE.find(item);
    return page === undefined ? [] : openOf(key, page, stateOf(page, key.now));
  });
}

async function linksOf(key: Key): Promise<Found[]> {
  return (await lastRowsOf(key, 'CARD_PAGE', 0)).flatMap((item) => {
    const page = CARD_PAGE.find(item);
    return page === undefined ? [] : openOf(key, page, cardPageStateOf(page, key.now));
  });
}

type Page = { tokenDigest: string; createdBy?: string; createdAt: string; expiresAt: string };

function openOf({ keyIds }: Key, page: Page, state: string): Found[] {
  const { tokenDigest, createdBy = '', createdAt, expiresAt } = page;
  if (!keyIds.has(createdBy) || (state !== 'Open' && state !== 'Processing')) return [];
  return [{ id: pageMark(tokenDigest), state, createdAt, expiresAt, tokenDigest }];
}

/** The rows of the last days, which are in the index of this month or the last one. */
async function lastRowsOf(
  { merchantId, now }: Key,
  noun: 'PAGE' | 'CARD_PAGE',
  shard: number,
): Promise<Item[]> {
  const from = new Date(now.getTime() - OPEN_FOR_DAYS * DAY_MS).toISOString();
  const rows: Item[] = [];
  for (const month of new Set([from, now.toISOString()].map(monthOf))) {
    const partition = listPartition(merchantId, noun, month, shard);
    for await (const item of rowsOf({ index: 'list', partition, from })) rows.push(item);
  }
  return rows;
}
