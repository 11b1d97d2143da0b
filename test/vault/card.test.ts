// The encryption of cards through the protocol of KMS: which contexts can decrypt, and the number of calls.
import { describe, expect, it } from 'vitest';
import { cardFingerprint, openCard, sealCard, sealCardExpiry } from '#vault/card.ts';
import { CARDS, startHarness } from '../harness/harness.ts';

const { service } = await startHarness();
const owner = {
  merchantId: '01890000-0000-7000-8000-00000000000a',
  cardId: '01890000-0000-7000-8000-00000000000b',
};
const card = { cardNumber: CARDS.approved, expiryMonth: '12', expiryYear: '2029' };
const wrongOwners = {
  'another card': { ...owner, cardId: '01890000-0000-7000-8000-00000000000c' },
  'another merchant': { ...owner, merchantId: '01890000-0000-7000-8000-00000000000c' },
  'card and merchant swapped': { merchantId: owner.cardId, cardId: owner.merchantId },
};
const REFUSED = { name: 'InvalidCiphertextException' };

describe('the encryption of a card', () => {
  it('a card is decrypted unchanged with its own context', async () => {
    expect(await openCard({ sealed: await sealCard(card, owner) }, owner)).toEqual(card);
  });

  it.each(Object.entries(wrongOwners))(
    'a card cannot be decrypted with the context of %s',
    async (_, other) => {
      const sealed = await sealCard(card, owner);
      await expect(openCard({ sealed }, other)).rejects.toMatchObject(REFUSED);
    },
  );

  it('a ciphertext with one changed bit cannot be decrypted', async () => {
    const sealed = await sealCard(card, owner);
    const last = sealed.length - 1;
    const turned = sealed.with(last, (sealed[last] ?? 0) ^ 1);
    await expect(openCard({ sealed: turned }, owner)).rejects.toMatchObject(REFUSED);
  });

  it('equal cards have different ciphertexts', async () => {
    const [one, other] = await Promise.all([sealCard(card, owner), sealCard(card, owner)]);
    expect(Buffer.from(one).equals(other)).toBe(false);
  });

  it('one KMS call encrypts a card and one decrypts it', async () => {
    const before = { ...service.kms.calls };
    await openCard({ sealed: await sealCard(card, owner) }, owner);
    const { Encrypt, Decrypt, GenerateMac } = service.kms.calls;
    expect([Encrypt - before.Encrypt, Decrypt - before.Decrypt, GenerateMac - before.GenerateMac]).toEqual([
      1, 1, 0,
    ]);
  });
});

describe('the encryption of a newer expiry', () => {
  const renewed = { expiryMonth: '03', expiryYear: '2033' };

  it('the newer expiry replaces the one that was encrypted with the number', async () => {
    const [sealed, sealedExpiry] = await Promise.all([sealCard(card, owner), sealCardExpiry(renewed, owner)]);
    expect(await openCard({ sealed, sealedExpiry }, owner)).toEqual({ ...card, ...renewed });
  });

  it('the expiry of another card cannot be decrypted with this card', async () => {
    const sealed = await sealCard(card, owner);
    for (const other of Object.values(wrongOwners)) {
      const sealedExpiry = await sealCardExpiry(renewed, other);
      await expect(openCard({ sealed, sealedExpiry }, owner)).rejects.toMatchObject(REFUSED);
    }
  });

  it('neither ciphertext is accepted for the other', async () => {
    const [sealed, sealedExpiry] = await Promise.all([sealCard(card, owner), sealCardExpiry(renewed, owner)]);
    await expect(openCard({ sealed: sealedExpiry }, owner)).rejects.toMatchObject(REFUSED);
    await expect(openCard({ sealed, sealedExpiry: sealed }, owner)).rejects.toMatchObject(REFUSED);
  });
});

describe('the fingerprint of a card', () => {
  const { merchantId } = owner;

  it('the same card of the same merchant always has the same fingerprint', async () => {
    expect(await cardFingerprint(CARDS.approved, merchantId)).toBe(
      await cardFingerprint(CARDS.approved, merchantId),
    );
  });

  it('another card or another merchant gives another fingerprint', async () => {
    const all = await Promise.all([
      cardFingerprint(CARDS.approved, merchantId),
      cardFingerprint(CARDS.approvedVisa, merchantId),
      cardFingerprint(CARDS.approved, owner.cardId),
    ]);
    expect(new Set(all).size).toBe(3);
  });

  it('a fingerprint begins with the version of its key and has 256 bits', async () => {
    const fingerprint = await cardFingerprint(CARDS.approved, merchantId);
    expect(fingerprint).toMatch(/^v1_[\w-]{43}$/);
  });
});
