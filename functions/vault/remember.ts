// Values that a container remembers per merchant, so that most calls need no KMS call.

/**
 * Measures real time, in milliseconds. The tests stop it: on a slow machine a function would otherwise load
 * again between two calls that a test counts.
 */
export const memoryClock = { nowMs: (): number => performance.now() };

type MerchantCache<Value> = ((merchantId: string) => Promise<Value>) & {
  /** The next call loads again. */
  forget(merchantId: string): void;
};

/**
 * One promise per merchant, for `forMs` of real time or as long as the container lives. A rejected promise is
 * forgotten, so that the next call loads again.
 */
export function rememberPerMerchant<Value>(
  load: (merchantId: string) => Promise<Value>,
  forMs = Number.POSITIVE_INFINITY,
): MerchantCache<Value> {
  const remembered = new Map<string, { value: Promise<Value>; until: number }>();
  const recall = (merchantId: string): Promise<Value> => {
    const known = remembered.get(merchantId);
    if (known && known.until > memoryClock.nowMs()) return known.value;
    const value = load(merchantId);
    remembered.set(merchantId, { value, until: memoryClock.nowMs() + forMs });
    value.catch(() => remembered.delete(merchantId));
    return value;
  };
  const forget = (merchantId: string): void => void remembered.delete(merchantId);
  return Object.assign(recall, { forget });
}
