// Copies of cards for a key that was made offline: what opens one, and what it is bound to.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { openCard, sealCard, sealCardExpiry } from '#vault/card.ts';
import { copyKeyOf, escrowKeyText, isEscrowKey, openCopy } from '#vault/card-copy.ts';
import { ciphertextOf } from '#vault/copied.ts';
import { CARDS, startHarness } from '../harness/harness.ts';

const { service } = await startHarness();
const pair = generateKeyPairSync('x25519');
const escrowKey = escrowKeyText(pair.publicKey);
const owner = {
  merchantId: '01890000-0000-7000-8000-00000000000a',
  cardId: '01890000-0000-7000-8000-00000000000b',
};
const context = { purpose: 'card', ...owner };
const card = { cardNumber: CARDS.approved, expiryMonth: '12', expiryYear: '2029' };
const CONTENT = { number: CARDS.approved, month: '12', year: '2029' };

afterEach(() => void delete process.env['ESCROW_KEY']);
async function copied() {
  process.env['ESCROW_KEY'] = escrowKey;
  return await sealCard(card, owner);
}

describe('copies', () => {
  it('a card with a copy is opened by KMS as before, and by the private key without it', async () => {
    const sealed = await copied();
    expect(await openCard({ sealed }, owner)).toEqual(card);
    expect(openCopy(sealed, context, pair.privateKey)).toEqual(CONTENT);
    expect(copyKeyOf(sealed)).toBe(escrowKey.slice(0, 8));
  });

  it('a card with a copy is read after the option was taken back, and a card without one too', async () => {
    const sealed = await copied();
    delete process.env['ESCROW_KEY'];
    const plain = await sealCard(card, owner);
    expect(await openCard({ sealed, sealedExpiry: await sealCardExpiry(card, owner) }, owner)).toEqual(card);
    expect([copyKeyOf(plain), ciphertextOf(plain)]).toEqual([undefined, plain]);
    expect(() => openCopy(plain, context, pair.privateKey)).toThrow();
  });

  it('a copy costs no call to KMS, and 110 bytes', async () => {
    const plain = await sealCard(card, owner);
    const { Encrypt } = service.kms.calls;
    const sealed = await copied();
    expect(service.kms.calls.Encrypt - Encrypt).toBe(1);
    expect(sealed.length - plain.length).toBe(110);
  });

  it.each([
    ['another card', { ...context, cardId: owner.merchantId }],
    ['another merchant', { ...context, merchantId: owner.cardId }],
    ['an expiry', { ...context, part: 'expiry' }],
  ])('a copy does not open as that of %s', async (_, other) => {
    const sealed = await copied();
    expect(() => openCopy(sealed, other, pair.privateKey)).toThrow();
  });

  it('a copy does not open with another key, or with any bit changed', async () => {
    const sealed = await copied();
    expect(() => openCopy(sealed, context, generateKeyPairSync('x25519').privateKey)).toThrow();
    // The id of the key, the first four bytes, only names it.
    for (let at = 2 + 4; at < 2 + (sealed[1] ?? 0); at += 1) {
      const turned = sealed.with(at, (sealed[at] ?? 0) ^ 1);
      expect(() => openCopy(turned, context, pair.privateKey), String(at)).toThrow();
    }
  });

  it('two copies of one card share nothing', async () => {
    const [one, other] = [await copied(), await copied()];
    expect(Buffer.from(one).subarray(6, 38).equals(Buffer.from(other).subarray(6, 38))).toBe(false);
  });
});

it('a copy of today is opened by every later version: a recorded one, for the key of 32 bytes of one', () => {
  const recorded = Buffer.from(
    '7GwakvI4Y/4WgXmOS8Rsn4kNegcudJND8+4keysHtgcaMhO6j1UYM7ANZ+imeohQu79o9lfLC6wCSg7zzBWhkgrpncPAG6fp' +
      'B/ZWk7ecUatqqbsxCI/8kqN3mAjlZwRMJ2fpst+7p4O7lFrVMqRrbXM=',
    'base64',
  );
  const key = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), Buffer.alloc(32, 1)]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  expect(openCopy(recorded, context, privateKey)).toEqual(CONTENT);
  expect(Buffer.from(ciphertextOf(recorded)).toString()).toBe('kms');
});

it('a key that was mistyped is refused: nobody could open its copies', () => {
  expect(isEscrowKey(escrowKey)).toBe(true);
  const at = 20;
  const typed = escrowKey.slice(0, at) + (escrowKey[at] === 'A' ? 'B' : 'A') + escrowKey.slice(at + 1);
  for (const wrong of [typed, escrowKey.slice(9), `${escrowKey}A`, ''])
    expect(isEscrowKey(wrong)).toBe(false);
});
