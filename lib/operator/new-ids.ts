// The ids that a command of an operator creates: its record contains them before the rows exist.
import { randomBytes } from 'node:crypto';
import { makeUuid } from '#domain/id.ts';

/** A new merchant, API key, signing secret and virtual POS. */
export type NewIds = { merchantId: string; keyId: string; kid: string; posId: string };

export const newIds = (now: Date): NewIds => {
  const newId = () => makeUuid(now.getTime(), randomBytes);
  return { merchantId: newId(), keyId: newId(), kid: newId(), posId: newId() };
};
