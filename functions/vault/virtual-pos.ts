// Encrypts and decrypts the settings of a virtual POS. The encryption context has the ids of merchant and
// POS, so that the settings of one POS are never taken for those of another.
import { open, seal } from './vault.ts';

type PosIds = { merchantId: string; posId: string };

/** The first POS has the merchant's id, and a context without a POS id, as before POS had ids. */
const contextOf = ({ merchantId, posId }: PosIds) =>
  ({ purpose: 'acquirer', merchantId, ...(posId !== merchantId && { posId }) }) as const;

/** One KMS call. */
export const sealVirtualPos = (settings: unknown, ids: PosIds): Promise<Uint8Array> =>
  seal(settings, contextOf(ids));

/** One KMS call; a shape must read the result. */
export const openVirtualPos = (sealed: Uint8Array, ids: PosIds): Promise<unknown> =>
  open(sealed, contextOf(ids));
