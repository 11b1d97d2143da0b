// Ensures that only one service at a time uses a data folder. A second service would rewrite its files, and
// all later writes of the first one, such as the bank's books, would be lost at a restart.
import type { Snapshot } from './snapshot.ts';

/** The service that uses the folder or used it last. */
export type LastService = { baseUrl: string; merchantId: string };

/**
 * Throws if the service that last used the folder still responds. The check is a request to its URL, so a
 * killed service blocks nothing. `baseUrl` is our own URL.
 */
export async function requireUnused(lastService: Snapshot<LastService>, baseUrl: string): Promise<void> {
  const last = lastService.get('last');
  if (last === undefined || last.baseUrl === baseUrl) return;
  if ((await fetchMerchantId(last.baseUrl)) === last.merchantId) {
    throw new Error(`the service at ${last.baseUrl} is at work there; stop it, or choose another folder`);
  }
}

const TIMEOUT_MS = 2000;

/**
 * Returns the id of the service's demo merchant, which is different in each folder; undefined without a
 * response.
 */
async function fetchMerchantId(baseUrl: string): Promise<unknown> {
  try {
    const response = await fetch(`${baseUrl}/local/info`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return ((await response.json()) as Partial<LastService>).merchantId;
  } catch {
    return undefined;
  }
}
