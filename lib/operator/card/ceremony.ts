// Makes the key pair of the copies of cards on a machine without a network, and writes its private key in
// components, one file for each custodian. The private key itself is written nowhere.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join as pathOf } from 'node:path';
import { escrowKeyText } from '#vault/card-copy.ts';
import { SettingError } from '../merchant-settings.ts';
import { type Component, join, split } from './components.ts';

/** What precedes the 32 bytes of an X25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

type Ceremony = { of: number; threshold: number; folder: string };

export function createEscrowKey({ of, threshold, folder }: Ceremony) {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(PKCS8.length);
  const escrowKey = escrowKeyText(publicKey);
  mkdirSync(folder, { recursive: true });
  const files = split(secret, { of, threshold }).map(({ x, data }) => {
    const file = pathOf(folder, `component-${x}.txt`);
    const line = signed(['escrow1', escrowKey.slice(0, 8), threshold, x, data.toString('hex')].join(':'));
    // A file that is there may be the only component of another key.
    writeFileSync(file, `${line}\n`, { flag: 'wx', mode: 0o600 });
    return file;
  });
  secret.fill(0);
  return {
    escrowKey,
    files,
    next: `Any ${threshold} of ${of} open the cards. Check them, give each to one person; deploy escrowKey.`,
  };
}

/** A sum at the end of a line finds what was copied wrongly from paper. */
const signed = (text: string) => `${text}:${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;

function readComponent(file: string): Component & { keyId: string; threshold: number } {
  const line = readFileSync(file, 'utf8').trim();
  const [, text = '', keyId = '', threshold, x, data = ''] =
    /^(escrow1:([\da-f]{8}):(\d+):(\d+):([\da-f]{64})):[\da-f]{8}$/.exec(line) ?? [];
  if (signed(text) !== line) throw new SettingError(`${file} is not a component, or was copied wrongly.`);
  return { keyId, threshold: Number(threshold), x: Number(x), data: Buffer.from(data, 'hex') };
}

/** The private key of the components. Throws if they are too few, or not of one key. */
export function joinComponents(files: readonly string[]): { privateKey: KeyObject; keyId: string } {
  const components = new Map(
    files.map((file) => readComponent(file)).map((component) => [component.x, component]),
  );
  const [first, ...others] = components.values();
  if (first === undefined || components.size < first.threshold) {
    throw new SettingError(`${first?.threshold ?? 'Several'} different components are needed.`);
  }
  const secret = join([first, ...others]);
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  const keyId = escrowKeyText(createPublicKey(privateKey)).slice(0, 8);
  if (keyId !== first.keyId) throw new SettingError('The components are not all of one key.');
  return { privateKey, keyId };
}
