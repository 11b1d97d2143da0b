// Binds the bank's answer to the form that was sent. The hash covers the values in the order of their names,
// but not the names (nestpay.md 6.2), so a browser can rename fields in both directions without breaking it.
// The payment therefore stores keyed digests of the sent form, and every field must return under its own
// name.
import { createHmac } from 'node:crypto';

export type GateFields = ReadonlyMap<string, string>;

/** Every bank returns these unchanged. The amount is returned too, but it is compared as a number. */
export const RETURNED = [
  'clientid',
  'storetype',
  'oid',
  'okUrl',
  'failUrl',
  'lang',
  'currency',
  'taksit',
  'TranType',
  'hashAlgorithm',
  'Ecom_Payment_Card_ExpDate_Month',
  'Ecom_Payment_Card_ExpDate_Year',
] as const;
/** Some banks may not return these. A bank that does returns them unchanged. */
export const RETURNED_BY_SOME = ['callbackUrl', 'refreshtime', 'shopData'] as const;
/** Values that occur in no other field: under another name they show that the form was changed. */
const UNIQUE = ['callbackUrl', 'shopData'] as const;

/**
 * Keyed digests of the form, for the payment. The key is derived from the store key, which both functions
 * that need it have decrypted; anyone with the store key can forge answers without any form. The digests
 * contain neither card number nor CVV.
 */
export function bindingOf(fields: Readonly<Record<string, string>>, storeKey: string): string {
  const digest = digestWith(storeKey);
  const binding = new URLSearchParams({ returned: digest(RETURNED.map((name) => fields[name])) });
  for (const name of ['rnd', ...RETURNED_BY_SOME]) {
    const value = fields[name];
    if (value !== undefined) binding.set(name, digest([value]));
  }
  return binding.toString();
}

type BrokenBinding = 'own form' | 'sent fields';

/** The evidence that the answer does not belong to the form; undefined if there is none. */
export function findBrokenBinding(
  fields: GateFields,
  binding: string,
  storeKey: string,
): BrokenBinding | undefined {
  const digest = digestWith(storeKey);
  const sent = new URLSearchParams(binding);
  const namesOf = Map.groupBy(fields.keys(), (name) => digest([fields.get(name)]));
  // An answer of the bank never has it, because the bank sends a random value of its own. Our own form has it
  // under every name: its hash is valid only with all its values.
  if (namesOf.has(sent.get('rnd') ?? '')) return 'own form';
  if (digest(RETURNED.map((name) => fields.get(name))) !== sent.get('returned')) return 'sent fields';
  const isChanged = RETURNED_BY_SOME.some(
    (name) => fields.has(name) && digest([fields.get(name)]) !== sent.get(name),
  );
  const isMoved = UNIQUE.some((name) => namesOf.get(sent.get(name) ?? '')?.some((other) => other !== name));
  return isChanged || isMoved ? 'sent fields' : undefined;
}

/**
 * Returns a function that makes digests of 96 bits. Without the key, a value can only be tried by a request.
 */
function digestWith(storeKey: string) {
  const key = createHmac('sha256', storeKey).update('3-D Secure form').digest();
  return (values: readonly (string | undefined)[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify(values.map((value) => value ?? null)))
      .digest('base64url')
      .slice(0, 16);
}
