// The ids that a command of an operator creates: its record contains them before the rows exist.
import { randomBytes } from 'node:crypto';
import { makeUuid } from '#domain/id.ts';

/** A new merchant, API key, signing secret, virtual POS and person. */
export type NewIds = { merchantId: string; keyId: string; kid: string; posId: string; personId: string };

export const newIds = (now: Date): NewIds => {
  const newId = () => makeUuid(now.getTime(), randomBytes);
  return { merchantId: newId(), keyId: newId(), kid: newId(), posId: newId(), personId: newId() };
};
