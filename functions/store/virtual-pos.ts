// The virtual POS of a merchant: one is current, and others may take new payments too. Each payment has the id of
// its own POS, so that after a change of bank the service still reaches the bank of each payment (virtual-pos.md 1).
import { bytes, listOf, object, optional, text, type ValueOf } from '#domain/shape.ts';

/** Only the credentials are encrypted. A removal erases the credentials, and never the rest. */
const fields = () => ({
  id: text,
  /** Host and port of the bank. */
  address: text,
  /** The shop's number at the bank, by the name that rows have had since 0.10.0. */
  clientId: text,
  /**
   * The settings, encrypted with purpose `acquirer` and the id. Absent after the removal, and for the first
   * one until the bank is changed: until then its settings are the merchant's `sealedAcquirer`.
   */
  sealed: optional(bytes),
  /** ISO instants. */
  addedAt: text,
  /** The bank's four digits in Turkish payment systems, `0064`; absent while nobody has told them. */
  bankCode: optional(text),
  /** When its settings were last replaced. */
  replacedAt: optional(text),
  /** When it last began to take new payments; absent if it never did. */
  currentSince: optional(text),
  /** When it ceased to take new payments. */
  retiredAt: optional(text),
  removedAt: optional(text),
});
export type VirtualPos = ValueOf<typeof fields>;
export const virtualPosList = () => listOf(object(fields()));

/** Replaces the first POS's ciphertext after a change of bank: its settings are in the list then. */
export const NO_SETTINGS = new Uint8Array([0]);

type PosOwner = {
  merchantId: string;
  sealedAcquirer: Uint8Array;
  virtualPos?: VirtualPos[];
  currentPos?: string;
  posOrder?: string[];
};

/** The id of a merchant's first POS. A payment without a POS id belongs to it. */
export const firstPosOf = ({ merchantId }: Pick<PosOwner, 'merchantId'>): string => merchantId;

/** The id of the POS that takes new payments, and of several the default one. */
export const currentPosOf = (merchant: PosOwner): string => merchant.currentPos ?? firstPosOf(merchant);

/** The ids of the POS that take new payments, in order of preference; the current one is among them. */
export const posInUse = (merchant: PosOwner): readonly string[] =>
  merchant.posOrder ?? [currentPosOf(merchant)];

/** The ids of the POS that have taken payments since an instant (ISO), and were not removed. */
export function posUsedSince(merchant: PosOwner, from: string): string[] {
  const inUse = posInUse(merchant);
  const retired = merchant.virtualPos?.filter(({ retiredAt = '' }) => retiredAt >= from) ?? [];
  return [...new Set([...inUse, ...retired.map(({ id }) => id)])].filter(
    (id) => sealedPosOf(merchant, id) !== undefined,
  );
}

/** True if a new payment has a choice between several POS. */
export const isRouted = (merchant: PosOwner): boolean => posInUse(merchant).length > 1;

/** The code of the bank of a POS; undefined while it is not known. */
export const bankOf = ({ virtualPos }: PosOwner, posId: string): string | undefined =>
  virtualPos?.find(({ id }) => id === posId)?.bankCode;

/** The code of the bank at which new payments are made; undefined while it is not known. */
export const currentBankOf = (merchant: PosOwner): string | undefined =>
  bankOf(merchant, currentPosOf(merchant));

/** The encrypted settings of a POS; undefined if it was removed or is not the merchant's. */
export function sealedPosOf(merchant: PosOwner, id: string): Uint8Array | undefined {
  const pos = merchant.virtualPos?.find((one) => one.id === id);
  if (pos?.removedAt !== undefined) return undefined;
  return pos?.sealed ?? (id === firstPosOf(merchant) ? merchant.sealedAcquirer : undefined);
}
