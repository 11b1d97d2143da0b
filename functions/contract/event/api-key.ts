// API keys in events, with the fields of the operator's list. No event contains a key or its digest.
import type { Mode } from '#domain/api-key.ts';
import { SCOPES, type Scope } from '#domain/scope.ts';

type ShownApiKey = {
  keyId: string;
  kind: Mode;
  scopes?: readonly Scope[];
  lastFour: string;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
};

/** A key that was issued before there were scopes has all of them. */
export const showApiKey = ({ keyId, kind, scopes = SCOPES, lastFour, ...times }: ShownApiKey) => ({
  keyId,
  kind,
  scopes,
  lastFour,
  createdAt: times.createdAt,
  expiresAt: times.expiresAt ?? null,
  revokedAt: times.revokedAt ?? null,
});
