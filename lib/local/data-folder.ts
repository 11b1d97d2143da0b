// Ensures that one service at a time uses a data folder. A second service would rewrite its files, and
// everything the first one writes afterwards, such as the bank's books, would be lost at a restart.
import type { Snapshot } from './snapshot.ts';

/** The service that uses the folder or used it last. */
export type DataFolderOwner = { baseUrl: string; merchantId: string };

/**
 * Throws if the service that last used the folder still responds. The check is a request to its URL, so a
 * killed service blocks nothing. `baseUrl` is our own URL.
 */
export async function requireFree(tenants: Snapshot<DataFolderOwner>, baseUrl: string): Promise<void> {
  const last = tenants.get('last');
  if (last === undefined || last.baseUrl === baseUrl) return;
  if ((await merchantAt(last.baseUrl)) === last.merchantId) {
    throw new Error(`the service at ${last.baseUrl} is at work there; stop it, or choose another folder`);
  }
}

const PATIENCE_MS = 2000;

/**
 * The id of the service's demo merchant, which is different for each folder; undefined without a response.
 */
async function merchantAt(baseUrl: string): Promise<unknown> {
  try {
    const response = await fetch(`${baseUrl}/local/info`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return ((await response.json()) as Partial<DataFolderOwner>).merchantId;
  } catch {
    return undefined;
  }
}
