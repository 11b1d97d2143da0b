// The vault against the real protocol of KMS: what opens, what does not, and how many calls it takes.
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

describe('a sealed card', () => {
  it('opens for its owner, digit for digit', async () => {
    expect(await openCard({ sealed: await sealCard(card, owner) }, owner)).toEqual(card);
  });

  it.each(Object.entries(wrongOwners))('does not open for %s', async (_, other) => {
    const sealed = await sealCard(card, owner);
    await expect(openCard({ sealed }, other)).rejects.toMatchObject(REFUSED);
  });

  it('does not open when a single bit of it was turned', async () => {
    const sealed = await sealCard(card, owner);
    const last = sealed.length - 1;
    const turned = sealed.with(last, (sealed[last] ?? 0) ^ 1);
    await expect(openCard({ sealed: turned }, owner)).rejects.toMatchObject(REFUSED);
  });

  it('is another ciphertext each time, so that equal cards cannot be told from it', async () => {
    const [one, other] = await Promise.all([sealCard(card, owner), sealCard(card, owner)]);
    expect(Buffer.from(one).equals(other)).toBe(false);
  });

  it('takes one call to KMS to seal and one to open', async () => {
    const before = { ...service.kms.calls };
    await openCard({ sealed: await sealCard(card, owner) }, owner);
    const { Encrypt, Decrypt, GenerateMac } = service.kms.calls;
    expect([Encrypt - before.Encrypt, Decrypt - before.Decrypt, GenerateMac - before.GenerateMac]).toEqual([
      1, 1, 0,
    ]);
  });
});

describe('a newer expiry', () => {
  const renewed = { expiryMonth: '03', expiryYear: '2033' };

  it('wins over the one that was sealed with the number', async () => {
    const [sealed, sealedExpiry] = await Promise.all([sealCard(card, owner), sealCardExpiry(renewed, owner)]);
    expect(await openCard({ sealed, sealedExpiry }, owner)).toEqual({ ...card, ...renewed });
  });

  it('of another card does not open beside this one', async () => {
    const sealed = await sealCard(card, owner);
    for (const other of Object.values(wrongOwners)) {
      const sealedExpiry = await sealCardExpiry(renewed, other);
      await expect(openCard({ sealed, sealedExpiry }, owner)).rejects.toMatchObject(REFUSED);
    }
  });

  it('does not pass for a card, nor a card for it', async () => {
    const [sealed, sealedExpiry] = await Promise.all([sealCard(card, owner), sealCardExpiry(renewed, owner)]);
    await expect(openCard({ sealed: sealedExpiry }, owner)).rejects.toMatchObject(REFUSED);
    await expect(openCard({ sealed, sealedExpiry: sealed }, owner)).rejects.toMatchObject(REFUSED);
  });
});

describe('a fingerprint', () => {
  const { merchantId } = owner;

  it('is the same for the same card of the same merchant, whenever it is made', async () => {
    expect(await cardFingerprint(CARDS.approved, merchantId)).toBe(
      await cardFingerprint(CARDS.approved, merchantId),
    );
  });

  it('is another for another card and for another merchant', async () => {
    const all = await Promise.all([
      cardFingerprint(CARDS.approved, merchantId),
      cardFingerprint(CARDS.approvedVisa, merchantId),
      cardFingerprint(CARDS.approved, owner.cardId),
    ]);
    expect(new Set(all).size).toBe(3);
  });

  it('says which key it was made with, and holds 256 bits', async () => {
    const fingerprint = await cardFingerprint(CARDS.approved, merchantId);
    expect(fingerprint).toMatch(/^v1_[\w-]{43}$/);
  });
});
