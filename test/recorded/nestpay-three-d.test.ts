import { describe, expect, it } from 'vitest';
import { verifyThreeD } from '#acquirer/nestpay/three-d.ts';
import { bindingOf, RETURNED } from '#acquirer/nestpay/three-d-binding.ts';
import { threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { SALE, SETTINGS, scriptedBank } from '../acquirer/nestpay/scripted-bank.ts';
import { recorded } from './recorded-traffic.ts';

const FORM = 'application/x-www-form-urlencoded';
type Fields = Record<string, string>;
const signed = (fields: Fields, storeKey = SETTINGS.storeKey): Fields => ({
  ...fields,
  HASH: threeDHash(Object.entries(fields), storeKey),
});
const formBody = (fields: Fields) => Buffer.from(new URLSearchParams(fields).toString());

describe('recorded 3-D Secure traffic', () => {
  it('the sale has the recorded elements and neither expiry nor CVV', async () => {
    type Recorded = { threeD_provision: { plain: { expected: Fields; callback: Fields } } };
    const { plain } = recorded<Recorded>('nestpay-requests.json').threeD_provision;
    const { acquirer, sent } = scriptedBank();
    const { md = '', xid = '', eci = '', cavv = '' } = plain.callback;
    const { card, cvv, ...order } = SALE;
    await acquirer.sale({
      ...order,
      bankOrderId: 'order222',
      amountMinor: 10_025,
      threeD: { md, xid, eci, cavv },
    });
    const children = [...(sent[0]?.toString().matchAll(/<(\w+)>([^<]*)<\/\1>/g) ?? [])];
    expect(children.map(([, name, value]) => [name, value])).toEqual(Object.entries(plain.expected));
  });

  type Callbacks = {
    threeD_callback_then_provision: Record<string, { threeDResponseData: Record<string, unknown> }>;
    threeD_pay_callback: Record<string, { paymentData: Record<string, unknown> }>;
  };
  const { threeD_callback_then_provision: then, threeD_pay_callback: paid } =
    recorded<Callbacks>('nestpay-responses.json');
  const textsOf = (fields: Record<string, unknown> = {}): Fields =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const FAILED = textsOf(then['3d_auth_fail']?.threeDResponseData);
  /** Amount, currency and client id were made unreadable before the answer was published. */
  const REFUSED = {
    ...textsOf(then['3d_auth_fail_wrong_card_number_format']?.threeDResponseData),
    clientid: '190100000',
    currency: '949',
  };
  const PAID = textsOf(paid['success1']?.paymentData);

  /** Reads a recorded answer as the answer to the form that it echoes, with the card of the recording. */
  function verifyRecorded({ HASH: _, ...answer }: Fields, changed: Fields = {}) {
    const { rnd: __, ...echoed } = answer;
    const sent = { ...echoed, rnd: 'of our own', hash: 'of our own' };
    return verifyThreeD(
      { ...SETTINGS, clientId: answer['clientid'] ?? '' },
      // The store key of the recording is unknown, so the fields are signed again.
      { bytes: formBody({ ...signed(answer), ...changed }), contentType: FORM },
      {
        bankOrderId: answer['oid'] ?? '',
        maskedCardNumber: '435508******4358',
        cardAssociation: 'VISA',
        binding: bindingOf(sent, SETTINGS.storeKey),
      },
    );
  }

  it('a recorded callback is read with the meaning of the bank', () => {
    const failed = { bankOrderId: '2022103076E7', amountMinor: 101, level: 'failed', mdStatus: '0' };
    expect(verifyRecorded(FAILED)).toMatchObject({ kind: 'authentic', ...failed });
    expect(verifyRecorded(FAILED, { mdStatus: '' }).kind).toBe('forged');
    const refused = { level: 'failed', mdStatus: '', code: 'HPP-1001' };
    expect(verifyRecorded(REFUSED)).toMatchObject({ kind: 'authentic', ...refused });
  });

  it('the parts of a recorded full authentication are consistent', () => {
    expect(verifyRecorded(PAID)).toMatchObject({ kind: 'authentic', level: 'full', mdStatus: '1' });
  });

  it('every field that must be returned unchanged is in a recorded answer', () => {
    expect(Object.keys(REFUSED)).toEqual(expect.arrayContaining([...RETURNED]));
  });
});
