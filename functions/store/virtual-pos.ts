// The virtual POS of a merchant: one is current and takes new payments, and each payment names the one that
// took it, so that a merchant changes bank without losing what the bank before took (virtual-pos.md 1).
import { bytes, listOf, object, optional, text } from '#domain/shape.ts';

/** All but the credentials is readable without a key. Rows are erased of credentials, never of the rest. */
export type VirtualPos = {
  id: string;
  /** Host and port of the bank. */
  address: string;
  /** The shop number at the bank. */
  clientId: string;
  /**
   * The settings, encrypted with purpose `acquirer` and the id. Absent after the removal, and for the first
   * one until the bank is changed: until then its settings are the merchant's `sealedAcquirer`.
   */
  sealed?: Uint8Array;
  /** ISO instants. */
  addedAt: string;
  /** When its settings were last replaced. */
  replacedAt?: string;
  /** When it was last made current; absent if it never was. */
  currentSince?: string;
  /** When another one became current. */
  retiredAt?: string;
  removedAt?: string;
};

/**
 * Instead of the first one's ciphertext once the bank was changed: the version before, which would ask it
 * about all payments, then asks no bank at all.
 */
export const NO_SETTINGS = new Uint8Array([0]);

type PosOwner = {
  merchantId: string;
  sealedAcquirer: Uint8Array;
  virtualPos?: VirtualPos[];
  currentPos?: string;
};

export const virtualPosList = () =>
  listOf(
    object({
      ...{ id: text, address: text, clientId: text, sealed: optional(bytes), addedAt: text },
      ...{ replacedAt: optional(text), currentSince: optional(text) },
      ...{ retiredAt: optional(text), removedAt: optional(text) },
    }),
  );

/**
 * The id of the POS that a merchant was made with: payments of the version before, which name none, are its.
 */
export const firstPosOf = ({ merchantId }: Pick<PosOwner, 'merchantId'>): string => merchantId;

/** The id of the POS that takes new payments. */
export const currentPosOf = (merchant: PosOwner): string => merchant.currentPos ?? firstPosOf(merchant);

/** The encrypted settings of a POS; undefined if it was removed or is not the merchant's. */
export function sealedPosOf(merchant: PosOwner, id: string): Uint8Array | undefined {
  const pos = merchant.virtualPos?.find((one) => one.id === id);
  if (pos?.removedAt !== undefined) return undefined;
  return pos?.sealed ?? (id === firstPosOf(merchant) ? merchant.sealedAcquirer : undefined);
}
