// The mode of an account: test or live (api.md 6.5). It is set when the account is created and never changes,
// so that a test key reaches neither live data nor a live bank.
import { type AcquirerSettings, readAcquirerSettings, shopNumberOf } from '#acquirer/connect.ts';
import type { Mode } from '#domain/api-key.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant/merchant.ts';
import { currentPosOf, firstPosOf, sealedPosOf } from '#store/virtual-pos.ts';
import { openVirtualPos } from '#vault/virtual-pos.ts';
import { isLoopback, LIVE_NEEDS_POS, SettingError } from './merchant-settings.ts';

/** A name with a dot at its end is the same host. */
const hostOf = (url: string) => new URL(url).hostname.replace(/\.$/, '');
const hostsOf = ({ apiUrl, gateUrl }: AcquirerSettings) => [apiUrl, gateUrl].map(hostOf);

/** True for the bank of the local service, and for the sandbox's simulated bank (BANK_URL). */
function isSimulated(acquirer: AcquirerSettings): boolean {
  const sandbox = process.env['BANK_URL'];
  return hostsOf(acquirer).some(
    (host) => isLoopback(host) || (sandbox !== undefined && host === hostOf(sandbox)),
  );
}

/** A real virtual POS makes a live account, unless the operator states that it is of a test environment. */
export function modeOfNewAccount(acquirer: AcquirerSettings, stated: Mode | undefined): Mode {
  const simulated = isSimulated(acquirer);
  if (simulated && stated === 'live') throw new SettingError(LIVE_NEEDS_POS);
  return stated ?? (simulated ? 'test' : 'live');
}

/** Returns the settings of a virtual POS of the merchant, by default those of the current one. */
export async function openPos(
  merchant: MerchantItem,
  posId = currentPosOf(merchant),
): Promise<AcquirerSettings> {
  const { merchantId } = merchant;
  const sealed = sealedPosOf(merchant, posId);
  if (sealed === undefined) throw new Error(`The merchant ${merchantId} has no virtual POS ${posId}.`);
  return readAcquirerSettings(await openVirtualPos(sealed, { merchantId, posId }));
}

/** Undefined if they were encrypted with a key of another account, which is lost: they are given again. */
export async function openPosUnlessLost(
  merchant: MerchantItem,
  posId: string,
): Promise<AcquirerSettings | undefined> {
  try {
    return await openPos(merchant, posId);
  } catch (error) {
    if (error instanceof Error && error.name === 'IncorrectKeyException') return undefined;
    throw error;
  }
}

/**
 * Throws if the changed settings are of another virtual POS: only the bank account that took a payment can
 * refund it. Shop numbers of two banks may be equal, so another address is refused too, unless the operator
 * states that the bank has moved. A test account cannot move.
 */
export function requireSameBank(
  mode: Mode,
  old: AcquirerSettings,
  changed: AcquirerSettings,
  isMoved: boolean,
): void {
  if (old.kind !== changed.kind || shopNumberOf(old) !== shopNumberOf(changed)) {
    throw new Error('The virtual POS has another shop number. To change the bank use: pos change.');
  }
  if (mode === 'live' && isSimulated(changed))
    throw new Error('A live account does not move to a simulated bank.');
  const hosts = hostsOf(old);
  if (hostsOf(changed).every((host, at) => host === hosts[at])) return;
  if (mode === 'test') throw new Error('A virtual POS of a test account stays at its bank; use: pos change.');
  if (isMoved) return;
  throw new Error(
    'The virtual POS has another bank address. Repeat with --moved if it is the same virtual POS at the ' +
      "bank's new address; for another bank use: pos change.",
  );
}

/**
 * Throws if another virtual POS would connect a test account to a live bank, or a live account to a simulated
 * bank or to the bank address of its test twin. `isTest`: the operator states that it is of a test
 * environment.
 */
export async function requireNewBank(
  merchant: MerchantItem,
  added: AcquirerSettings,
  isTest: boolean,
): Promise<void> {
  if (merchant.mode === 'test') {
    if (isTest || isSimulated(added)) return;
    throw new SettingError("A test account takes a virtual POS of the bank's test environment: say --test.");
  }
  if (isTest || isSimulated(added)) throw new SettingError('A live account takes real virtual POS only.');
  const twin = merchant.testTwin === undefined ? undefined : await loadMerchant(merchant.testTwin);
  if (twin === undefined) return;
  for (const posId of posIdsOf(twin)) requireOtherBank(added, await openPos(twin, posId));
}

/** The ids of all virtual POS that were not removed. */
export const posIdsOf = (merchant: MerchantItem): string[] =>
  [firstPosOf(merchant), ...(merchant.virtualPos ?? []).map(({ id }) => id)].filter(
    (id, at, ids) => ids.indexOf(id) === at && sealedPosOf(merchant, id) !== undefined,
  );

/** Throws if the virtual POS of a test twin is at the live account's bank address. */
export function requireOtherBank(live: AcquirerSettings, twin: AcquirerSettings): void {
  const hosts = hostsOf(live);
  if (hostsOf(twin).some((host) => hosts.includes(host))) {
    throw new SettingError(
      'A test twin needs another bank address: the simulated bank, or a virtual POS of the test environment.',
    );
  }
}
