// The key pair of the copies of cards, made offline and used after the loss of an account (docs/recovery.md).

import { readCommand, runNamed, SERVICE_OPTIONS, SERVICE_USAGE } from '../lib/operator/command-line.ts';
import { chooseService, UsageError } from '../lib/operator/service-choice.ts';

const USAGE = `Usage: npm run escrow -- COMMAND [options]

  create    --into FOLDER [--of 5] [--threshold 3]   on a machine without a network: makes a key pair, writes
            the components of its private key, prints the public key for the option escrowKey of a deployment
  check     --component FILE ...   joins the components, and tells the id of the key that they open
  recover   --component FILE ...   opens the copies of all cards of a table from a lost account, and counts
            them, and names the cards that have none. With --confirm it stores them under the keys of this
            stage. It can be repeated.

${SERVICE_USAGE}`;

const { values, given, command } = readCommand(USAGE, {
  ...SERVICE_OPTIONS,
  into: { type: 'string' },
  of: { type: 'string', default: '5' },
  threshold: { type: 'string', default: '3' },
  component: { type: 'string', multiple: true },
  confirm: { type: 'boolean', default: false },
});

// Neither needs a service: the first runs on a machine without a network.
const ceremony = () => import('../lib/operator/card/ceremony.ts');
const { into: folder, of, threshold, component = [], confirm } = values;

async function create() {
  if (folder === undefined) throw new UsageError('--into FOLDER is missing.');
  return (await ceremony()).createEscrowKey({ of: Number(of), threshold: Number(threshold), folder });
}

async function check() {
  const { keyId } = (await ceremony()).joinComponents(component);
  return { keyId, components: component.length };
}

async function recover() {
  const key = (await ceremony()).joinComponents(component);
  const now = await chooseService(values);
  const { recoverCards } = await import('../lib/operator/card/recover-cards.ts');
  // Opening a card is recorded too, whether or not it is stored.
  const { recordCommand } = await import('../lib/operator/operator-log.ts');
  await recordCommand('escrow recover', { values, given }, now);
  const recovery = await recoverCards(key, confirm, now);
  return { ...recovery, ...(!confirm && { next: 'Nothing was stored. Repeat with --confirm.' }) };
}

await runNamed(USAGE, command, { create, check, recover });
