// API keys in answers and events. No event contains a key or its digest.
import type { Mode } from '#domain/api-key.ts';
import type { Scope } from '#domain/scope.ts';

type ShownApiKey = {
  keyId: string;
  kind: Mode;
  name?: string;
  scopes: readonly Scope[];
  lastFour: string;
  allowedAddresses?: readonly string[];
  createdBy?: string;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
  revokedBy?: string;
};

/** `createdBy`, `revokedBy`: the key that made or revoked it; null: the operator. */
export const showApiKey = ({ keyId: id, name, kind: mode, scopes, lastFour, ...of }: ShownApiKey) => ({
  id,
  name: name ?? null,
  mode,
  scopes,
  lastFour,
  allowedAddresses: of.allowedAddresses ?? [],
  createdBy: of.createdBy ?? null,
  createdAt: of.createdAt,
  expiresAt: of.expiresAt ?? null,
  revokedAt: of.revokedAt ?? null,
  revokedBy: of.revokedBy ?? null,
});
