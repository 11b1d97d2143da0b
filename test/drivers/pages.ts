// Reads lists of the API to their end.

type Cursor = { cursor?: string };
type Page<Item> = { items: Item[]; nextCursor: string | null };

const MOST_PAGES = 1_000;

/** All items of a list. Each page is read with the cursor of its predecessor. */
export async function allItems<Item>(readPage: (cursor: Cursor) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: Cursor = {};
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await readPage(cursor);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = { cursor: page.nextCursor };
  }
  throw new Error(`The list does not end after ${MOST_PAGES} pages.`);
}
