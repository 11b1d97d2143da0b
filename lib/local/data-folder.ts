// One service at a time works in a data folder. A second one would begin each file anew, and what the first
// wrote from then on, the bank's books for instance, would be gone after a restart.
import type { Snapshot } from './snapshot.ts';

/** Where the service is that works in the folder, or did last. */
export type DataFolderOwner = { baseUrl: string; merchantId: string };

/**
 * Throws where the last tenant still answers. Asked by its address, so that whatever a kill left behind keeps
 * nobody out; `baseUrl` is our own.
 */
export async function requireFree(tenants: Snapshot<DataFolderOwner>, baseUrl: string): Promise<void> {
  const last = tenants.get('last');
  if (last === undefined || last.baseUrl === baseUrl) return;
  if ((await merchantAt(last.baseUrl)) === last.merchantId) {
    throw new Error(`the service at ${last.baseUrl} is at work there; stop it, or choose another folder`);
  }
}

const PATIENCE_MS = 2000;

/** The demo merchant of a service, which no two folders share; undefined where none answers. */
async function merchantAt(baseUrl: string): Promise<unknown> {
  try {
    const response = await fetch(`${baseUrl}/local/info`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return ((await response.json()) as Partial<DataFolderOwner>).merchantId;
  } catch {
    return undefined;
  }
}
