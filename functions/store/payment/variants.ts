// The variants of a merchant's pages in a month, at most twenty, so that the counters of a day stay few. The
// first page of a variant in a month writes; the others read.
import { commit, type Write } from '../table/commit.ts';
import { type Key, monthOf } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { getItem, type Item } from '../table/table.ts';

const MOST_VARIANTS = 20;
/** The word under which pages count whose own word came when there were twenty. */
const OTHER_VARIANT = 'other';

const keyOf = (merchantId: string, month: string): Key => ({ pk: `M#${merchantId}#VARIANTS`, sk: month });

const readVariants = (item: Item | undefined): ReadonlySet<unknown> =>
  item?.['words'] instanceof Set ? item['words'] : new Set();

export const variantsKind = () =>
  ({
    keys: [keyOf('{m}', '{month}')],
    readBy: 'creation of a page',
    grants: { variants: 'the words by which pages are counted' },
    events: 'nothing: it is a limit',
    read: readVariants,
  }) satisfies Kind;

/** The word under which a new page counts: its own, or `other` from the twenty-first of the month on. */
export async function admittedVariant(merchantId: string, word: string, now: Date): Promise<string> {
  const key = keyOf(merchantId, monthOf(now.toISOString()));
  const known = readVariants(await getItem(key));
  if (known.has(word)) return word;
  if (known.size >= MOST_VARIANTS) return OTHER_VARIANT;
  const added: Write = {
    what: 'variants',
    kind: 'count',
    key,
    addTo: { words: [word] },
    condition: {
      expression: 'attribute_not_exists(#words) OR size(#words) < :most',
      values: { ':most': MOST_VARIANTS },
    },
  };
  // Alone: a set is the same if a word is added twice, and pages of the same variant do not wait for another.
  return (await commit([added])).kind === 'committed' ? word : OTHER_VARIANT;
}
