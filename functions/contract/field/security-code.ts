// No call about stored cards may contain a security code, at any place and in any spelling (cards.md 1.6).
// The check is separate from the contracts, so that an endpoint without fields does not contain zod.
import { foldedName } from '#domain/card/card-names.ts';
import { Rejection } from '#domain/rejection.ts';

const SECURITY_CODES = new Set(['cvv', 'cvc', 'cvv2', 'cvc2', 'cid', 'securitycode']);

const isSecurityCode = (name: string) => SECURITY_CODES.has(foldedName(name));

/**
 * Throws CVV_NOT_ACCEPTED if a field at any depth is named like a security code, whatever its value: it is
 * refused instead of ignored, so that callers learn that a security code must never be stored. A null is left
 * out, as of any known field.
 */
export function withoutSecurityCode(sent: Record<string, unknown>): Record<string, unknown> {
  refuseSecurityCode(sent);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isSecurityCode(name)));
}

function refuseSecurityCode(sent: unknown): void {
  if (typeof sent !== 'object' || sent === null) return;
  for (const [name, value] of Object.entries(sent)) {
    if (value !== null && isSecurityCode(name)) throw new Rejection('CVV_NOT_ACCEPTED').at(name);
    refuseSecurityCode(value);
  }
}
