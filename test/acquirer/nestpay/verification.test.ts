// The issuer's answer about a card that is authenticated and not charged.
import { describe, expect, it } from 'vitest';
import { connectNestPay } from '#acquirer/nestpay/nestpay.ts';
import { verifyThreeD } from '#acquirer/nestpay/three-d.ts';
import { threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { SETTINGS } from './scripted-bank.ts';

/** Reads an answer with a valid hash about this amount. */
function verify(amount: string) {
  const fields = { clientid: SETTINGS.clientId, oid: 'CV1', amount, currency: '949', mdStatus: '0' };
  const HASH = threeDHash(Object.entries(fields), SETTINGS.storeKey);
  const bytes = Buffer.from(new URLSearchParams({ ...fields, HASH }).toString());
  const sent = { bankOrderId: 'CV1', maskedCardNumber: '555544******2222', cardAssociation: 'VISA' as const };
  return verifyThreeD(SETTINGS, { bytes, contentType: 'application/x-www-form-urlencoded' }, sent);
}

describe('the verification of a card that is not charged', () => {
  it('a verification asks about 1.00, or about 0 if the bank’s gate is known to accept it', () => {
    expect(connectNestPay(SETTINGS).verificationMinor).toBe(100);
    expect(connectNestPay({ ...SETTINGS, zeroVerification: true }).verificationMinor).toBe(0);
  });

  it.each(['0', '0.0', '0.00'])('an answer about %s is read as one about no amount', (amount) => {
    expect(verify(amount)).toMatchObject({ kind: 'authentic', amountMinor: 0 });
  });

  it.each(['-0', '0.000', '00', ''])('an answer about "%s" is malformed', (amount) => {
    expect(verify(amount).kind).toBe('malformed');
  });
});
