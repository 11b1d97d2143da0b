// Reconciliation with the banks: how far each merchant's orders were compared (reconciliation.md).
import { natural, object, oneOf, optional, text, textMap, type ValueOf } from '#domain/shape.ts';
import { commit, create, replace } from './table/commit.ts';
import { reconciliationKey } from './table/keys.ts';
import type { Kind } from './table/kind.ts';
import { newItem, row, type Stored } from './table/row.ts';
import { getItems } from './table/table.ts';

/** The parts of a merchant's reconciliation, in order. */
export const PARTS = ['open', 'payments', 'refunds'] as const;

export type ProgressItem = Stored & ReconciliationProgress;

const progressFields = () => ({
  merchantId: text,
  /** ISO: all orders before this instant were compared. */
  comparedTo: text,
  /** The reconciliation under way: its end (ISO), its current part, and the last row that was compared. */
  target: optional(text),
  part: optional(oneOf(PARTS)),
  after: optional(text),
  /**
   * The takeover after which the bank was asked about the merchant's open orders. `after`: the last page that
   * was asked about, while others are left.
   */
  openOrders: optional(object({ epoch: natural, after: optional(text) })),
  /** ISO: the banks' days that had ended by this instant are closed. */
  bookedTo: optional(text),
  /** ISO: the reports of all banks up to this instant were read; by virtual POS, those that are further on. */
  reportedTo: optional(text),
  reports: optional(textMap),
});
type ReconciliationProgress = ValueOf<typeof progressFields>;

const PROGRESS = /* @__PURE__ */ row<ReconciliationProgress>('reconciliation', progressFields);

export const reconciliationKind = () =>
  ({
    keys: [reconciliationKey('{m}', 'PROGRESS')],
    readBy: 'reconciliation',
    grants: { reconciliation: 'the progress of a reconciliation, and its differences' },
    events: 'nothing: operators read it',
    read: PROGRESS.find,
  }) satisfies Kind;

const progressKey = (merchantId: string) => reconciliationKey(merchantId, 'PROGRESS');

/** The progress of up to a hundred merchants. */
export const loadProgress = async (merchantIds: readonly string[]): Promise<(ProgressItem | undefined)[]> =>
  (await getItems(merchantIds.map(progressKey))).map(PROGRESS.find);

/** Returns undefined if another reconciliation of the merchant has changed the row. */
export async function saveProgress(
  before: ProgressItem | undefined,
  progress: ReconciliationProgress,
): Promise<ProgressItem | undefined> {
  const key = progressKey(progress.merchantId);
  const version = (before?.version ?? 0) + 1;
  const item = newItem(key, PROGRESS.attributes(progress), version);
  const write = before ? replace('reconciliation', before, item) : create('reconciliation', item);
  return (await commit([write])).kind === 'committed' ? { ...progress, ...key, version } : undefined;
}
