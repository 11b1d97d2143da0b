// The day's book of each virtual POS and currency: open since its first movement, then closed with its sums.
import { readSettlementId, type Settlement, settlementFields } from '#domain/settlement/settlement.ts';
import { changeOrCreate, commit, create } from '../table/commit.ts';
import { brokenIn, type Invariants } from '../table/invariants.ts';
import { entityKey, listPartition, monthOf, timeSort } from '../table/keys.ts';
import { type Kind, listEntry } from '../table/kind.ts';
import { loadRow, moneyRow, newItem, type Stored } from '../table/row.ts';

type SettlementItem = Settlement & Stored;

const INVARIANTS: Invariants<Settlement> = {
  closed: ({ closedAt, sums }) => (closedAt === undefined) === (sums === undefined),
  net: ({ sums }) =>
    sums === undefined || sums.unpriced > 0 || sums.netMinor === sums.grossMinor - sums.commissionMinor,
};

export const SETTLEMENT = /* @__PURE__ */ moneyRow<Settlement>('settlement', INVARIANTS, settlementFields);

export const settlementKind = () =>
  ({
    keys: [entityKey('{m}', 'SETTLEMENT', '{id}')],
    readBy: 'settlement',
    indexes: { list: [listEntry('SETTLEMENT')] },
    grants: { settlement: 'the sums of each day’s book' },
    events: 'own',
    read: SETTLEMENT.find,
    brokenIn: brokenIn(SETTLEMENT),
  }) satisfies Kind;

const keyOf = ({ merchantId, id }: Pick<Settlement, 'merchantId' | 'id'>) =>
  entityKey(merchantId, 'SETTLEMENT', id);

/** The day's book of the merchant; undefined if there is none, or if `text` is no id. */
export async function loadSettlement(merchantId: string, text: string): Promise<SettlementItem | undefined> {
  const id = readSettlementId(text);
  return id === undefined ? undefined : await loadRow(SETTLEMENT, keyOf({ merchantId, id }));
}

const attributesOf = (settlement: Settlement) => ({
  ...SETTLEMENT.attributes(settlement),
  listPk: listPartition(settlement.merchantId, 'SETTLEMENT', monthOf(settlement.dayFrom)),
  listSk: timeSort(settlement.dayFrom, settlement.id),
});

/** Repeatable: a day that is open or closed already stays as it is. */
export async function openSettlement(settlement: Settlement): Promise<void> {
  await commit([create('settlement', newItem(keyOf(settlement), attributesOf(settlement)))]);
}

/** False if the row was changed since it was read. */
export async function saveSettlement(
  before: SettlementItem | undefined,
  settlement: Settlement,
): Promise<boolean> {
  const write = changeOrCreate('settlement', before, keyOf(settlement), attributesOf(settlement));
  return (await commit([write])).kind === 'committed';
}
