// What API keys have made or set and what still works without them: webhooks, pages and links that are open,
// installment tables. A key that replaces another one takes over what that one made (api.md 6.11).
import { cardPageStateOf } from '#domain/card/card-page.ts';
import { LONGEST_PAGE_MINUTES } from '#domain/payment/deadline.ts';
import { stateOf } from '#domain/payment/hosted-page.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Month } from '#domain/time/month.ts';
import { withoutKeys } from '#domain/webhook/revoked.ts';
import { CARD_PAGE } from '#store/card/card-page.ts';
import { INSTALLMENT_TABLE, writeTableWithout } from '#store/installment/table.ts';
import { HOSTED_PAGE } from '#store/payment/hosted-page.ts';
import { writeHostedPageClose } from '#store/payment/hosted-page-writes.ts';
import { commit } from '#store/table/commit.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { installmentTableKey, listPartition } from '#store/table/keys.ts';
import { loadRow } from '#store/table/row.ts';
import { type Item, instantIn, rowsSince } from '#store/table/table.ts';
import { changeWebhook, loadWebhooks } from '#store/webhook/webhook.ts';

type OpenPage = { id: string; state: 'Open' | 'Processing'; createdAt: string; expiresAt: string };

/** No page, of an order or for a card, is open for longer. */
const OPEN_FOR_MS = LONGEST_PAGE_MINUTES * MINUTE_MS;

type MerchantKeys = {
  merchantId: string;
  keyIds: ReadonlySet<string>;
  now: Date;
  /** The newest pages are read until this instant (ms) of `performance.now()`; absent: all. */
  readsUntilMs?: number;
};

/**
 * What the keys made or set: ids of webhooks and of virtual POS with a table, open pages and links.
 * `searchedUntil`: down to which instant (ISO) pages were looked for, if the time did not suffice for all.
 */
export async function setBy(keys: MerchantKeys) {
  const [webhooks, pages, links, tables] = await Promise.all([
    webhooksOf(keys),
    pagesOf(keys),
    linksOf(keys),
    tablesOf(keys),
  ]);
  return {
    webhooks: webhooks.map(({ id, url, state, createdAt }) => ({ id, url, state, createdAt })),
    pages: pages.open,
    links: links.open,
    installmentTables: tables,
    searchedUntil: pages.searchedUntil ?? links.searchedUntil ?? null,
  };
}

/**
 * Disables the webhooks and ends the secrets that the keys know, closes open pages and links, and returns to
 * the former installment tables. A page in Processing is left: its payment may have been made. Repeatable.
 */
export async function stopSetBy(keys: MerchantKeys): Promise<{ stopped: string[]; left: string[] }> {
  const { merchantId, keyIds, now } = keys;
  const done = { stopped: [] as string[], left: [] as string[] };
  for (const webhook of await webhooksOf(keys)) {
    await changeWebhook(webhook, (current) => withoutKeys(current, keyIds, now.getTime()));
    done.stopped.push(webhook.id);
  }
  for (const { id } of [...(await pagesOf(keys)).open, ...(await linksOf(keys)).open]) {
    const { kind } = await commit([writeHostedPageClose(merchantId, { id }, now)]);
    (kind === 'committed' ? done.stopped : done.left).push(id);
  }
  for (const posId of await tablesOf(keys)) {
    await returnTable(keys, posId);
    done.stopped.push(posId);
  }
  return done;
}

async function webhooksOf({ merchantId, keyIds, now }: MerchantKeys) {
  const all = await loadWebhooks(merchantId);
  return all.filter((webhook) => withoutKeys(webhook, keyIds, now.getTime()) !== webhook);
}

const loadTables = (merchantId: string) => loadRow(INSTALLMENT_TABLE, installmentTableKey(merchantId));

/** The ids of the virtual POS whose table, present or former, is of the keys. */
async function tablesOf({ merchantId, keyIds, now }: MerchantKeys): Promise<string[]> {
  const stored = await loadTables(merchantId);
  return (stored?.tables ?? []).flatMap(({ posId }) =>
    stored && writeTableWithout(merchantId, stored, { posId, keyIds, now }) ? [posId] : [],
  );
}

const returnTable = ({ merchantId, keyIds, now }: MerchantKeys, posId: string) =>
  untilCommitted({
    load: () => loadTables(merchantId),
    decide: (stored) => {
      const write = stored && writeTableWithout(merchantId, stored, { posId, keyIds, now });
      return write ? { writes: [write], result: undefined } : { result: undefined };
    },
    lost: 'The installment table changes too often.',
  });

const pagesOf = (keys: MerchantKeys) =>
  openPages(keys, {
    partition: (month) => listPartition(keys.merchantId, 'PAGE', month),
    openIn: (item) => {
      const page = HOSTED_PAGE.find(item);
      return page === undefined ? [] : openOf(keys, page, stateOf(page, keys.now));
    },
  });

const linksOf = (keys: MerchantKeys) =>
  openPages(keys, {
    partition: (month) => listPartition(keys.merchantId, 'CARD_PAGE', month),
    openIn: (item) => {
      const page = CARD_PAGE.find(item);
      return page === undefined ? [] : openOf(keys, page, cardPageStateOf(page, keys.now));
    },
  });

type PageRow = { tokenDigest: string; createdBy?: string; createdAt: string; expiresAt: string };

function openOf({ keyIds }: MerchantKeys, page: PageRow, state: string): OpenPage[] {
  const { tokenDigest, createdBy = '', createdAt, expiresAt } = page;
  if (!keyIds.has(createdBy) || (state !== 'Open' && state !== 'Processing')) return [];
  return [{ id: pageMark(tokenDigest), state, createdAt, expiresAt }];
}

/** Reads the months in which a page that is open now can have been made, the newest page first. */
async function openPages(
  { now, readsUntilMs = Number.POSITIVE_INFINITY }: MerchantKeys,
  { partition, openIn }: { partition: (month: Month) => string; openIn: (item: Item) => OpenPage[] },
): Promise<{ open: OpenPage[]; searchedUntil?: string }> {
  const from = new Date(now.getTime() - OPEN_FOR_MS).toISOString();
  const open: OpenPage[] = [];
  for await (const item of rowsSince(from, partition, now)) {
    open.push(...openIn(item));
    if (performance.now() > readsUntilMs) return { open, searchedUntil: instantIn(item, 'list') };
  }
  return { open };
}
