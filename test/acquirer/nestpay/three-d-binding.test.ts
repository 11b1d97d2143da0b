// The bank's answer counts only if it belongs to the form that was sent. The attacker of these tests is the
// browser: it may rename fields in both directions if the order of the names, and so the hash, stays.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startThreeD, verifyThreeD } from '#acquirer/nestpay/three-d.ts';
import { RETURNED, RETURNED_BY_SOME } from '#acquirer/nestpay/three-d-binding.ts';
import { threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { nextTo, renamed } from '../../endpoints/hosted-page/three-d/renamed.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { SALE, SETTINGS } from './scripted-bank.ts';

type Fields = Record<string, string>;
const STARTED = startThreeD(SETTINGS, {
  ...SALE,
  card: { ...SALE.card, isTyped: true as const },
  returnUrl: 'https://pay.example/iframe/HST-1/3d',
  callbackUrl: 'https://pay.example/iframe/HST-1/3d/callback',
  echo: 'eyJvd25lck5hbWUiOiJBIn0',
  language: 'tr',
});
const SENT = {
  bankOrderId: SALE.bankOrderId,
  maskedCardNumber: '555544******2222',
  cardAssociation: 'MASTERCARD' as const,
  binding: STARTED.binding,
};
const { hash: OWN_HASH = '', ...FORM } = STARTED.form.fields;

const FULL = {
  mdStatus: '1',
  txstatus: 'Y',
  eci: '02',
  cavv: 'ABABByBkEgAAAABllJMDdVWUGZE=',
  xid: 'rIpI0Jrjzra7OF6UyD4pQZVyxpw=',
  md: '555544:ABC:3894:##100200300',
  mdErrorMsg: 'Authenticated',
};
const FAILED = { ...FULL, mdStatus: '0', txstatus: 'N', eci: '', cavv: '', mdErrorMsg: 'Not authenticated' };
const BANKS_OWN = {
  ACQBIN: '454672',
  clientIp: '89.244.149.137',
  digest: 'digest',
  dsId: '1',
  maskedCreditCard: '5555 44** **** 2222',
  MaskedPan: '555544***2222',
  merchantID: '100200300',
  merchantName: 'Deneme',
  PAResSyntaxOK: 'true',
  PAResVerified: 'true',
  sID: '1',
  TRANID: '',
  version: '2.0',
};

/** Returns the bank's answer to a form: all fields but the card, a random value of the bank, and its hash. */
function answerTo(form: Fields, result: Fields = FULL): Fields {
  const { pan, cv2, rnd, ...echoed } = form;
  const fields = { ...echoed, ...BANKS_OWN, ...result, rnd: 'THlysKkGRD/Ly/z5xSKB' };
  return { ...fields, encoding: 'UTF-8', HASH: threeDHash(Object.entries(fields), SETTINGS.storeKey) };
}
const verify = (fields: Fields, sent = SENT) => {
  const bytes = Buffer.from(new URLSearchParams(fields).toString());
  return verifyThreeD(SETTINGS, { bytes, contentType: 'application/x-www-form-urlencoded' }, sent);
};
const forged = (reason: string) => ({ kind: 'forged', reason });
const without = (fields: Fields, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

describe('an answer of the bank to our form', () => {
  it('an honest answer is accepted, whether or not the bank returns the optional fields', () => {
    expect(verify(answerTo(FORM))).toMatchObject({ kind: 'authentic', level: 'full' });
    const short = without(FORM, ...RETURNED_BY_SOME);
    expect(verify(answerTo(short))).toMatchObject({ kind: 'authentic', level: 'full' });
    expect(verify(answerTo(FORM, FAILED))).toMatchObject({ kind: 'authentic', level: 'failed' });
  });

  it('a field that no bank has returned before does not make an answer unusable', () => {
    const more = { ...FULL, traceId: '4711', EXTRA_CARDBRAND: 'MASTERCARD', payResults_dsId: '1' };
    expect(verify(answerTo(FORM, more))).toMatchObject({ kind: 'authentic', level: 'full' });
  });

  it('every field of the form is bound, compared as a number, or never returned', () => {
    const rest = ['amount', 'rnd', 'pan', 'cv2'];
    expect(Object.keys(FORM).sort()).toEqual([...RETURNED, ...RETURNED_BY_SOME, ...rest].sort());
  });

  it('the stored binding is the same length for every card and contains no value of the form', () => {
    // Digests only: the short values of a form may stand in a digest by chance.
    expect(STARTED.binding).toMatch(/^(?:\w+=[\w-]{16}(?:&|$))+$/);
    for (const value of Object.values(FORM).filter(({ length }) => length > 10))
      expect(STARTED.binding).not.toContain(value);
    expect(STARTED.binding.length).toBeLessThan(180);
  });
});

describe('renamed fields', () => {
  it.each(RETURNED)('a field %s under another name in the answer is refused', (name) => {
    const reason = name === 'clientid' ? 'clientId' : name === 'oid' ? undefined : 'sent fields';
    const answer = verify(renamed(answerTo(FORM), { [name]: nextTo(name) }));
    expect(answer).toMatchObject(reason === undefined ? { kind: 'malformed' } : forged(reason));
  });

  it.each(Object.keys(FULL).filter((name) => name !== 'mdErrorMsg'))(
    '%s under another name in the answer is no full authentication',
    (name) => {
      expect(verify(renamed(answerTo(FORM), { [name]: nextTo(name) })).kind).not.toBe('authentic');
    },
  );

  // The issuer authenticates also without the CVV, and no known bank returns the waiting time.
  it.each(Object.keys(FORM).filter((name) => !['cv2', 'refreshtime'].includes(name)))(
    '%s under another name on the way to the bank is refused',
    (name) => expect(verify(answerTo(renamed(FORM, { [name]: nextTo(name) }))).kind).not.toBe('authentic'),
  );

  it.each(['callbackUrl', 'shopData'])('%s under another name is refused in both directions', (name) => {
    const other = { [name]: nextTo(name) };
    expect(verify(renamed(answerTo(FORM), other))).toMatchObject(forged('sent fields'));
    expect(verify(answerTo(renamed(FORM, other)))).toMatchObject(forged('sent fields'));
  });

  it.each(RETURNED_BY_SOME)('another value of %s is refused', (name) => {
    expect(verify(answerTo({ ...FORM, [name]: 'other' }))).toMatchObject(forged('sent fields'));
  });

  it('our random value in the answer is refused under every name', () => {
    expect(verify(answerTo(renamed(FORM, { rnd: 'rne' })))).toMatchObject(forged('own form'));
  });

  it('the card number in the answer is refused under every name', () => {
    for (const name of ['panel', 'nPan', 'ordinary']) {
      const answer = answerTo(FORM, { ...FULL, [name]: '5555 4444 3333 2222' });
      expect(verify(answer)).toMatchObject(forged('card'));
    }
  });

  it.each(['pan', 'PAN', 'cv2', 'CV2', 'ncv2', 'x_cvv', 'cvc2', 'cardNumber'])(
    'a field with the name %s is refused',
    (name) => expect(verify(answerTo(FORM, { ...FULL, [name]: '1' }))).toMatchObject(forged('card')),
  );

  it.each(['MDSTATUS', 'Md', 'okURL', 'ECI', 'hash'])('two fields %s and its twin are refused', (name) => {
    expect(verify(answerTo(FORM, { ...FULL, [name]: 'x' }))).toMatchObject(forged('twin names'));
  });

  it.each(['mdStatus', 'md', 'cavv', 'xid', 'txstatus', 'mdErrorMsg'])(
    'the field %s in another spelling is refused',
    (name) => {
      const answer = renamed(answerTo(FORM), { [name]: name.toUpperCase() });
      expect(verify(answer)).toMatchObject(forged('spelling'));
    },
  );

  it('our own form is refused as an answer, with any names of its fields', () => {
    const own = { ...FORM, HASH: OWN_HASH };
    expect(verify(own)).toMatchObject(forged('card'));
    const disguised = renamed(own, { pan: 'pao', cv2: 'd', rnd: 'Response' });
    expect(verify(disguised).kind).toBe('forged');
    // Without the card number to recognise the form by, its hash is still recognised.
    const otherMask = { ...SENT, maskedCardNumber: '400000******0000' };
    expect(verify(disguised, otherMask)).toMatchObject(forged('own form'));
  });

  it.each([
    ['all our fields', [...RETURNED, 'amount']],
    ['order, amount and merchant', ['amount', 'clientid', 'currency', 'oid', 'taksit']],
  ])('no renaming that keeps %s in place makes a failed verification a full one', (_, kept) => {
    const failed = answerTo(renamed(FORM, { callbackUrl: 'callbackUrk', cv2: 'd' }), FAILED);
    const fields = without({ ...failed, d: FORM['cv2'] ?? '' }, 'HASH', 'encoding');
    const HASH = threeDHash(Object.entries(fields), SETTINGS.storeKey);
    fc.assert(
      fc.property(renamings(Object.keys(fields), new Set(kept)), (names) => {
        const answer = verify({ ...renamed(fields, names), HASH });
        expect(answer.kind === 'authentic' ? answer.level : 'failed').toBe('failed');
      }),
      { numRuns: rounds(1_000, 200) },
    );
  });
});

const folded = (name: string) => name.toUpperCase();
const inOrder = (names: string[]) => names.sort((a, b) => (folded(a) < folded(b) ? -1 : 1));

/** New names for all fields but the kept ones; each stays between the same two of those. */
function renamings(names: readonly string[], kept: ReadonlySet<string>): fc.Arbitrary<Fields> {
  const sorted = inOrder([...names]);
  const runs: { after: string; before: string; names: string[] }[] = [{ after: '', before: '~', names: [] }];
  for (const name of sorted) {
    const run = runs.at(-1);
    if (run === undefined) continue;
    if (kept.has(name)) {
      run.before = name;
      runs.push({ after: name, before: '~', names: [] });
    } else run.names.push(name);
  }
  const decisive = [...Object.keys(FULL), 'ErrorCode', 'Response', 'callbackUrl', 'shopData', 'refreshtime'];
  const ofRun = ({ after, before, names: old }: (typeof runs)[number]) => {
    const fits = (name: string) => folded(name) > folded(after) && folded(name) < folded(before);
    const pool = decisive.filter(fits);
    const most = Math.min(pool.length, old.length);
    return fc
      .integer({ min: 0, max: most })
      .chain((length) => {
        const some = { minLength: length, maxLength: length };
        return fc.tuple(fc.subarray(inOrder(pool), some), fc.subarray([...old.keys()], some));
      })
      .map(([picked, places]) => {
        let before = after;
        return old.map((name, at) => {
          const picks = picked[places.indexOf(at)];
          before = picks ?? before;
          return [name, picks ?? `${before}!${String(at).padStart(2, '0')}`] as const;
        });
      });
  };
  return fc.tuple(...runs.map(ofRun)).map((parts) => Object.fromEntries(parts.flat()));
}

describe('a full authentication', () => {
  it.each([
    ['another txstatus', { txstatus: 'A' }],
    ['no txstatus', { txstatus: '' }],
    ['the indicator of an attempt', { eci: '01' }],
    ['the indicator of another scheme', { eci: '05' }],
    ['no indicator', { eci: '' }],
    ['a short cavv', { cavv: 'cavv' }],
    ['no cavv', { cavv: '' }],
    ['no xid', { xid: '' }],
    ['no md', { md: '' }],
  ])('mdStatus 1 with %s is refused', (_, changed) => {
    expect(verify(answerTo(FORM, { ...FULL, ...changed }))).toMatchObject(forged('proof'));
  });

  it.each([
    ['VISA', '05'],
    ['AMEX', '05'],
    ['MASTERCARD', '02'],
    ['TROY', '02'],
    ['TROY', '05'],
    ['OTHER', '05'],
  ] as const)('a card of %s has the indicator %s', (cardAssociation, eci) => {
    const answer = verify(answerTo(FORM, { ...FULL, eci }), { ...SENT, cardAssociation } as typeof SENT);
    expect(answer).toMatchObject({ kind: 'authentic', level: 'full' });
  });

  it.each(['2', '3', '4'])('an answer with mdStatus %s is half, also without a cavv', (mdStatus) => {
    const half = { ...FULL, mdStatus, txstatus: 'A', eci: '01', cavv: '' };
    expect(verify(answerTo(FORM, half))).toMatchObject({ kind: 'authentic', level: 'half' });
  });
});
