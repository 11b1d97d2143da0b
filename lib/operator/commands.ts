// The commands of operators, and the ids that each creates: its record contains them before the rows exist.
import { randomBytes } from 'node:crypto';
import { makeUuid } from '#domain/id.ts';

/** A new merchant, API key, signing secret and virtual POS. */
export type NewIds = { merchantId: string; keyId: string; kid: string; posId: string };

export const newIds = (now: Date): NewIds => {
  const newId = () => makeUuid(now.getTime(), randomBytes);
  return { merchantId: newId(), keyId: newId(), kid: newId(), posId: newId() };
};

/** `npm run merchant`: the commands, with the ids that each creates. */
export const MERCHANT_COMMANDS = {
  create: ['merchantId', 'keyId', 'kid'],
  twin: ['merchantId', 'keyId', 'kid'],
  find: [],
  show: [],
  update: [],
  issue: ['keyId'],
  list: [],
  rotate: ['keyId'],
  revoke: [],
  installments: [],
  'signing-secret add': ['kid'],
  'signing-secret list': [],
  'signing-secret retire': [],
  'pos list': [],
  'pos add': ['posId'],
  'pos change': ['posId'],
  'pos current': [],
  'pos rotate': [],
  'pos bank': [],
  'pos remove': [],
  'webhooks probe': [],
  purge: [],
  log: [],
  budget: [],
} as const satisfies Record<string, readonly (keyof NewIds)[]>;
type MerchantCommand = keyof typeof MERCHANT_COMMANDS;

export const isMerchantCommand = (command: string): command is MerchantCommand =>
  Object.hasOwn(MERCHANT_COMMANDS, command);

/** The ids of the objects that the command creates. */
export const createdBy = (command: MerchantCommand, ids: NewIds): Partial<NewIds> =>
  Object.fromEntries(MERCHANT_COMMANDS[command].map((name) => [name, ids[name]]));

/** `npm run review`: the commands. None creates an object. */
export const REVIEW_COMMANDS = [
  'list',
  'ask',
  'approved',
  'declined',
  'close',
  'adopt',
  'free',
  'check',
] as const;
