import { describe, expect, it } from 'vitest';
import { verifyThreeD } from '#acquirer/nestpay/three-d.ts';
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

  it('a recorded callback is read as the bank meant it', () => {
    type Recorded = { threeD_callback_then_provision: Record<string, { threeDResponseData: Fields }> };
    const cases = recorded<Recorded>('nestpay-responses.json').threeD_callback_then_provision;
    const { HASH: _, ...failed } = cases['3d_auth_fail']?.threeDResponseData ?? {};
    const settings = { ...SETTINGS, clientId: '190100000' };
    // The store key of the recording is unknown, so the fields are signed again.
    expect(verifyThreeD(settings, formBody(signed(failed)), FORM)).toMatchObject({
      kind: 'authentic',
      bankOrderId: '2022103076E7',
      amountMinor: 101,
      level: 'failed',
      mdStatus: '0',
    });
    expect(verifyThreeD(settings, formBody({ ...signed(failed), mdStatus: '' }), FORM).kind).toBe('forged');
  });
});
