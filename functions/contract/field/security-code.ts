// No call about a stored card may carry a security code, in whatever place and spelling. Apart from the
// contracts, so that a door that takes no fields does not carry zod.
import { Rejection } from '#domain/rejection.ts';

const SECURITY_CODES = new Set(['cvv', 'cvc', 'cvv2', 'cvc2', 'cid', 'securitycode']);

/**
 * `securityCode`, `security_code`, `Security-Code` and the like are one name; so is `SECURİTYCODE`, and
 * `securıtycode`, as programs that run in Turkish change case.
 */
const isSecurityCode = (name: string) =>
  SECURITY_CODES.has(
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll('ı', 'i')
      .replace(/[^a-z0-9]/g, ''),
  );

/**
 * Ignoring a security code would teach nobody that it must never be stored: whatever its value, and however
 * deep it lies, it is refused before anything else is read. Throws CVV_NOT_ACCEPTED.
 */
export function refuseSecurityCode(sent: unknown): void {
  if (typeof sent !== 'object' || sent === null) return;
  for (const [name, value] of Object.entries(sent)) {
    if (isSecurityCode(name)) throw new Rejection('CVV_NOT_ACCEPTED');
    refuseSecurityCode(value);
  }
}
