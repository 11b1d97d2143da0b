// `npm run merchant -- pos ...`: the virtual POS of a merchant.
import { readFileSync } from 'node:fs';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { POS_FIELDS, readVirtualPos } from '../operator/merchant-settings.ts';
import { readBankCode } from '../operator/pos/bank-code.ts';
import { type ServiceChoice, sweepLocally } from '../operator/service-choice.ts';
import { type CommandCall, command, type OperatorCommand } from './command.ts';

/** Reads the file of the option --pos; `-` reads standard input. */
export const readPos = (file: string): AcquirerSettings =>
  readVirtualPos(readFileSync(file === '-' ? 0 : file, 'utf8'));

/** What the file has. */
export const POS_FILE = Object.entries(POS_FIELDS)
  .map(([kind, names]) => `"kind": "${kind}" with ${names.map((name) => `"${name}"`).join(', ')}`)
  .join('; ');

/** Imported only when a command runs: AWS clients read their endpoints when they are created. */
const changes = () => import('../operator/pos/change-of-bank.ts');

export const toldBank = (bank: string | undefined) => (bank === undefined ? undefined : readBankCode(bank));

/** The fields, and all virtual POS of the merchant without secrets, oldest first. */
async function withList(merchantId: string, fields: object = {}): Promise<object> {
  const { listPos } = await import('../operator/pos/own-pos.ts');
  return { ...fields, virtualPos: await listPos(merchantId) };
}

/** Releases charges that were held because the bank refused the settings before. */
export async function releaseHeldCharges(
  merchantId: string,
  now: Date,
  service: ServiceChoice,
): Promise<{ chargesGoOnAt?: string }> {
  const { liftHolds } = await import('../operator/hold/merchant-holds.ts');
  const chargesGoOnAt = await liftHolds(merchantId, now);
  await sweepLocally(service);
  return chargesGoOnAt === undefined ? {} : { chargesGoOnAt };
}

const newPos = (
  values: { pos: string; bank?: string | undefined; test?: boolean | undefined },
  { ids }: CommandCall,
) => ({
  posId: ids.posId,
  settings: readPos(values.pos),
  isTest: values.test === true,
  bankCode: toldBank(values.bank),
});

const HELD = ['merchant-hold', 'recurring-payment', 'attempt'] as const;

export const POS_COMMANDS = {
  'pos list': command({
    does: 'Its virtual POS without secrets, oldest first.',
    needs: ['merchant'],
    reads: ['merchant'],
    writes: [],
    recorded: 'always',
    run: ({ merchant }) => withList(merchant),
  }),
  'pos change': command({
    does:
      'Changes the bank: adds the virtual POS and makes it current, once its bank has answered an ' +
      'inquiry, which --unchecked leaves out. New payments and charges go there within 60 seconds. What ' +
      'was taken before is refunded, voided and inquired about where it was taken. Charges that wait ' +
      'because the bank refused the settings go on.',
    needs: ['merchant', 'pos'],
    takes: ['bank', 'test', 'unchecked'],
    reads: ['merchant', 'bank', ...HELD],
    writes: ['merchant', ...HELD],
    creates: ['posId'],
    recorded: 'always',
    run: async (values, call) => {
      const { merchant, unchecked } = values;
      const added = newPos(values, call);
      await (await changes()).changeBank(merchant, added, { isChecked: !unchecked }, call.now);
      const held = await releaseHeldCharges(merchant, call.now, call.service);
      return await withList(merchant, { posId: added.posId, ...held });
    },
  }),
  'pos add': command({
    does:
      'Adds one that takes no payment until `pos prefer` or `pos current` names it, once its bank has answered an ' +
      `inquiry, which --unchecked leaves out. FILE is JSON. It has ${POS_FILE}.`,
    needs: ['merchant', 'pos'],
    takes: ['bank', 'test', 'unchecked'],
    reads: ['merchant', 'bank'],
    writes: ['merchant'],
    creates: ['posId'],
    recorded: 'always',
    run: async (values, call) => {
      const { merchant, unchecked } = values;
      const added = newPos(values, call);
      const { posId } = added;
      await (await changes()).addPos(merchant, added, { isChecked: !unchecked }, call.now);
      return await withList(merchant, { posId, ...(!unchecked && { answers: posId }) });
    },
  }),
  'pos current': command({
    does: 'Makes one of them current, also one from before.',
    needs: ['merchant', 'virtual-pos'],
    takes: ['unchecked'],
    reads: ['merchant', 'bank', ...HELD],
    writes: ['merchant', ...HELD],
    recorded: 'always',
    run: async ({ merchant, 'virtual-pos': posId, unchecked }, { now, service }) => {
      await (await changes()).makePosCurrent(merchant, posId, { isChecked: !unchecked }, now);
      return await withList(merchant, await releaseHeldCharges(merchant, now, service));
    },
  }),
  'pos check': command({
    does: 'Asks the bank of one about an order that does not exist. Changes nothing.',
    needs: ['merchant', 'virtual-pos'],
    reads: ['merchant', 'bank'],
    writes: [],
    recorded: 'always',
    run: async ({ merchant, 'virtual-pos': posId }) => {
      await (await changes()).checkPos(merchant, posId);
      return await withList(merchant, { answers: posId });
    },
  }),
  'pos prefer': command({
    does:
      'Has several take new payments: --virtual-pos ID,ID in the order of preference. A card goes to the first ' +
      'that splits its family, else to the current one, which must be among them. Others take no new payments.',
    needs: ['merchant', 'virtual-pos'],
    takes: ['unchecked'],
    reads: ['merchant', 'bank'],
    writes: ['merchant'],
    recorded: 'always',
    run: async ({ merchant, 'virtual-pos': order, unchecked }, { now }) => {
      await (await changes()).preferPos(merchant, order.split(','), { isChecked: !unchecked }, now);
      return await withList(merchant);
    },
  }),
  'pos rotate': command({
    does:
      'New settings of one, once its bank has answered an inquiry with them, within 60 seconds: FILE ' +
      'has the same shop number, and the same bank address unless the bank has --moved.',
    needs: ['merchant', 'virtual-pos', 'pos'],
    takes: ['moved', 'unchecked'],
    reads: ['merchant', 'bank', ...HELD],
    writes: ['merchant', ...HELD],
    recorded: 'always',
    run: async ({ merchant, 'virtual-pos': posId, pos, moved, unchecked }, { now, service }) => {
      const { replacePosSettings } = await import('../operator/pos/pos-settings.ts');
      const change = { settings: readPos(pos), isMoved: moved === true, isChecked: !unchecked };
      await replacePosSettings(merchant, posId, change, now);
      return await withList(merchant, await releaseHeldCharges(merchant, now, service));
    },
  }),
  'pos bank': command({
    does:
      'Tells the bank of one, by default of the current one: four digits such as 0064, or nothing where ' +
      'the host tells it. From then on only cards are offered installments that the bank can split.',
    needs: ['merchant'],
    takes: ['virtual-pos', 'bank'],
    reads: ['merchant'],
    writes: ['merchant'],
    recorded: 'always',
    run: async ({ merchant, 'virtual-pos': chosen, bank }) => {
      const { listPos } = await import('../operator/pos/own-pos.ts');
      const current = async () => (await listPos(merchant)).find(({ isCurrent }) => isCurrent)?.posId;
      const posId = chosen ?? (await current()) ?? merchant;
      await (await changes()).tellBank(merchant, posId, toldBank(bank));
      return await withList(merchant, { posId });
    },
  }),
  'pos remove': command({
    does:
      'Erases the settings of one that is not current. While its payments can be refunded, only if they ' +
      'are given up by --give-up-refunds.',
    needs: ['merchant', 'virtual-pos'],
    takes: ['give-up-refunds'],
    reads: ['merchant', 'payment', 'refund', 'attempt'],
    writes: ['merchant'],
    recorded: 'always',
    run: async ({ merchant, 'virtual-pos': posId, 'give-up-refunds': givesUp }, { now }) => {
      const { removePos } = await import('../operator/pos/pos-removal.ts');
      await removePos(merchant, posId, { givesUp: givesUp === true }, now);
      return await withList(merchant, { removed: posId });
    },
  }),
} as const satisfies Record<string, OperatorCommand>;
