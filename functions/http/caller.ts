// The caller: the data of the API key and its merchant, which the authorizer passes to every endpoint, so
// that no endpoint reads the merchant again. API Gateway passes only strings.
import { isInRanges } from '#domain/address-range.ts';
import type { Mode } from '#domain/api-key.ts';
import { KEY_CACHED_SECONDS } from '#domain/limits.ts';
import { Rejection } from '#domain/rejection.ts';
import { type CallScope, hasScope, type Scope } from '#domain/scope.ts';
import { log } from '#telemetry/log.ts';

export type Caller = {
  merchantId: string;
  merchantName: string;
  timeZone: string;
  /** The origins that may show the hosted page in a frame, separated by blanks. */
  frameOrigins: string;
  /** The shop's face as JSON; absent: none. */
  branding?: string | undefined;
  /** The mode of the account, and of the key. */
  mode: Mode;
  /** The id of the API key; not secret. */
  keyId: string;
  /** The first key of a line of rotated keys; absent if the key was not rotated. */
  firstKeyId?: string | undefined;
  /** The key that stands for its holder in four eyes (refunds.md 7.4); absent: itself. */
  holderKeyId?: string | undefined;
  /** The keys that it has replaced, separated by blanks: what they made is its own. Absent: none. */
  olderKeyIds?: string | undefined;
  /** Minor units of TRY from which refunds need four eyes; absent: never (refunds.md 7). */
  fourEyesFrom?: string | undefined;
  /** `yes`: forms do not tell that they were left; absent: they do. */
  noBeacon?: string | undefined;
  /** The addresses from which the key may be used, separated by blanks; absent: any. */
  allowedAddresses?: string | undefined;
  /** The scopes of the API key, separated by blanks. */
  scopes: string;
  /** The month of the merchant's first day, `2026-11`: no list reads further back. */
  since: string;
  /**
   * The merchant's own key for fingerprints and cursors, in one or several versions. From KMS; never stored
   * and never logged.
   */
  digestKey: string;
};

export const callerContext = (caller: Caller): Record<string, string> =>
  Object.fromEntries(Object.entries(caller).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;

/**
 * Throws if API Gateway did not call the authorizer: a fault of the deployment, not of the caller. During a
 * deployment API Gateway may still pass a context of the previous authorizer, in which a new field is
 * missing. No default is assumed for the field, and the call has had no effect yet: the caller repeats the
 * call a minute later (api.md 6.7).
 */
export function readCaller(authorizer: unknown): Caller {
  const passed = (authorizer ?? {}) as Record<string, unknown>;
  const text = (name: keyof Caller, minLength = 0): string => {
    const value = passed[name];
    if (value === undefined && typeof passed['merchantId'] === 'string') {
      log('warn', 'caller told by an earlier version', { fieldNames: [name] });
      throw new Rejection('RATE_LIMITED', { retryAfterSeconds: KEY_CACHED_SECONDS });
    }
    if (typeof value === 'string' && value.length >= minLength) return value;
    throw new Error(`The authorizer does not tell ${name}.`);
  };
  const optional = <Name extends keyof Caller>(name: Name, shape: RegExp) => {
    if (passed[name] === undefined) return {};
    const value = text(name);
    if (!shape.test(value)) throw new Error(`The authorizer tells no ${name} of ours.`);
    return { [name]: value } as { [Key in Name]: string };
  };
  const mode = text('mode');
  if (mode !== 'test' && mode !== 'live') throw new Error('The authorizer tells no mode of ours.');
  return {
    merchantId: text('merchantId', 1),
    merchantName: text('merchantName'),
    timeZone: text('timeZone'),
    frameOrigins: text('frameOrigins'),
    ...optional('branding', /^\{.*\}$/s),
    mode,
    keyId: text('keyId', 1),
    ...optional('firstKeyId', /./),
    ...optional('holderKeyId', /./),
    ...optional('olderKeyIds', /./),
    ...optional('fourEyesFrom', /^\d+$/),
    ...optional('noBeacon', /^yes$/),
    ...optional('allowedAddresses', /./),
    scopes: text('scopes'),
    since: text('since'),
    digestKey: text('digestKey', 32),
  };
}

/** True if the key has the scope. */
export const mayUse = ({ scopes }: Pick<Caller, 'scopes'>, scope: CallScope): boolean =>
  hasScope(scopes.split(' '), scope);

/** Throws SCOPE_MISSING. The authorizer cannot refuse it: its result is cached for all calls of the key. */
export function requireScope(caller: Caller, scope: CallScope): void {
  if (!mayUse(caller, scope)) throw new Rejection('SCOPE_MISSING', { scope });
}

/**
 * Throws ADDRESS_NOT_ALLOWED. The authorizer cannot refuse it either: its result is that of the key, from whatever
 * address the next call comes.
 */
export function requireAddress({ allowedAddresses }: Caller, address: string): void {
  if (!isInRanges(allowedAddresses?.split(' ') ?? [], address))
    throw new Rejection('ADDRESS_NOT_ALLOWED', { address });
}

/** The ids of the keys whose objects a call is about; undefined: those of the whole merchant. */
export type OwnKeys = ReadonlySet<string> | undefined;

/**
 * A key with the scope of a call acts on all that its merchant has; one with no more than `ownScope` on what
 * it made itself, and the keys that it replaced. Throws SCOPE_MISSING.
 */
export function ownKeysOf(
  caller: Caller,
  { scope, ownScope }: { scope: CallScope; ownScope?: Scope | undefined },
): OwnKeys {
  if (ownScope === undefined || mayUse(caller, scope)) {
    requireScope(caller, scope);
    return undefined;
  }
  if (!mayUse(caller, ownScope))
    throw new Rejection('SCOPE_MISSING', { scope }).advising(either(scope, ownScope));
  return new Set([caller.keyId, ...(caller.olderKeyIds?.split(' ') ?? [])]);
}

const either = (scope: CallScope, ownScope: Scope) => ({
  tr: `\`${scope}\` yetkili bir anahtar ya da yalnızca kendi oluşturdukları için \`${ownScope}\` yetkili bir anahtar kullanın.`,
  en: `Use a key with \`${scope}\`, or with \`${ownScope}\` for what it made itself.`,
});

/** The keys on whose pages and payments a call with the scope `payments` acts (api.md 6.13). */
export const ownSalesOf = (caller: Caller): OwnKeys =>
  ownKeysOf(caller, { scope: 'payments:read', ownScope: 'payments' });

/** True if a call of these keys may show or change the object. */
export const isOwn = (ownKeys: OwnKeys, { createdBy = '' }: { createdBy?: string | undefined }): boolean =>
  ownKeys === undefined || ownKeys.has(createdBy);
