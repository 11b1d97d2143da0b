// Four eyes on refunds (refunds.md 7): a refund contains the keys that requested and decided it, and with the
// setting `refundApproval: fourEyes` they are two keys.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { entityKey } from '#store/table/keys.ts';
import { getItem, table, tableName } from '#store/table/table.ts';
import type { LocalMerchant } from '../../../lib/local/local-merchant.ts';
import { issueKey, keysOf, rotateKey } from '../../../lib/operator/onboarding.ts';
import { type RefundData, refundDriver } from '../../drivers/refund-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { type ApiAnswer, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, now } = harness;

/** A merchant with two keys: the key of its driver, and another one. */
async function twoKeys(merchant: LocalMerchant) {
  const [own] = await keysOf(merchant.merchantId);
  const other = await issueKey(merchant.merchantId, now());
  const ownId = own?.keyId ?? '';
  return {
    ...refundDriver(harness, merchant),
    merchant,
    ownId,
    otherId: other.keyId,
    other: { key: other.apiKey },
  };
}
const fourEyes = async (fourEyesFromMinor = 0) =>
  await twoKeys(await service.addMerchant({ refundApproval: 'fourEyes', fourEyesFromMinor }));

const expectRefused = (answer: ApiAnswer<RefundData>, ...facts: string[]) =>
  expectRejection(answer, { code: 'FOUR_EYES_REQUIRED', facts });

describe('a refund', () => {
  it('a refund has the ids of the keys that requested and decided it', async () => {
    const { pay, request, approve, reject, show, ownId, otherId, other } = await twoKeys(
      await service.addMerchant(),
    );
    const payment = await pay();
    const requested = (await request(payment, 10)).json.data;
    expect(requested).toMatchObject({ requestedBy: ownId, decidedBy: null });
    const approved = (await approve(requested.refundId, other)).json.data;
    expect(approved).toMatchObject({ requestedBy: ownId, decidedBy: otherId, status: 'Completed' });
    // The names are told to readers alone; these keys have none.
    const names = { requestedByName: null, decidedByName: null };
    expect(await show(requested.refundId)).toEqual({ ...approved, ...names });
    const second = (await request(payment, 10, {}, other)).json.data;
    const rejected = (await reject(second.refundId)).json.data;
    expect(rejected).toMatchObject({ requestedBy: otherId, decidedBy: ownId, status: 'Rejected' });
  });

  it('a refund in one step was requested and decided by the same key', async () => {
    const { pay, partial, cancel, ownId } = await twoKeys(await service.addMerchant());
    const by = { requestedBy: ownId, decidedBy: ownId };
    expect((await partial(await pay(), 10)).json.data).toMatchObject(by);
    expect((await cancel(await pay())).json.data).toMatchObject(by);
  });

  it('a refund that did not reach the bank is undecided again', async () => {
    const { pay, pendingRefundId, approve, show, other, otherId } = await fourEyes();
    const payment = await pay({ isBankNew: true });
    const refundId = await pendingRefundId(payment, 100);
    service.bank.script(['lost-before']);
    await approve(refundId, other);
    const after = await show(refundId);
    expect(after.decidedBy).toBe(after.status === 'Pending' ? null : otherId);
  });
});

describe('with four eyes', () => {
  it('the key that requested a refund cannot approve it, another one can', async () => {
    const { pay, pendingRefundId, approve, show, operations, other, checkBooks } = await fourEyes();
    const payment = await pay();
    const refundId = await pendingRefundId(payment, 10);
    expectRefused(await approve(refundId), 'refundId');
    expect([operations(payment).length, (await show(refundId)).status]).toEqual([0, 'Pending']);
    expect((await approve(refundId, other)).json.data.status).toBe('Completed');
    // The result of a decided refund is returned to any key, as without four eyes.
    expect((await approve(refundId)).status).toBe(200);
    await checkBooks([payment]);
  });

  it('a refusal is not stored under an idempotency key, which all keys of a merchant share', async () => {
    const { pay, pendingRefundId, approve, other } = await fourEyes();
    const refundId = await pendingRefundId(await pay(), 10);
    const headers = { 'idempotency-key': 'approve-1' };
    expectRefused(await approve(refundId, { headers }), 'refundId');
    expect((await approve(refundId, { ...other, headers })).status).toBe(200);
  });

  it('no call refunds in one step, and no amount is reserved', async () => {
    const { pay, partial, cancel, payment: show, operations, other } = await fourEyes();
    const payment = await pay();
    for (const answer of [await partial(payment, 1), await partial(payment, 100), await cancel(payment)]) {
      expectRefused(answer, 'oneKeyAmount');
    }
    expectRefused(await partial(payment, 1, other), 'oneKeyAmount');
    expect([operations(payment).length, (await show(payment)).reservedAmount]).toEqual([0, 0]);
  });

  it('the key that requested a refund may withdraw it', async () => {
    const { pay, pendingRefundId, reject } = await fourEyes();
    expect((await reject(await pendingRefundId(await pay(), 10))).json.data.status).toBe('Rejected');
  });

  it('a rotated key counts as the same person, in both directions', async () => {
    const { merchant, pay, request, approve, ownId, other } = await fourEyes();
    const once = await rotateKey(merchant.merchantId, ownId, 24, now());
    const rotated = { key: (await rotateKey(merchant.merchantId, once.keyId, 24, now())).apiKey };
    const payment = await pay();
    const old = (await request(payment, 10)).json.data.refundId;
    expectRefused(await approve(old, rotated), 'refundId');
    const fresh = (await request(payment, 10, {}, rotated)).json.data.refundId;
    for (const key of [merchant.apiKey, once.apiKey])
      expectRefused(await approve(fresh, { key }), 'refundId');
    expect((await approve(old, other)).status).toBe(200);
    expect((await approve(fresh, other)).status).toBe(200);
  });

  it('keys that a key made are its own hands, also after a rotation; siblings too', async () => {
    const { merchant, pay, request, approve, ownId, other } = await fourEyes();
    const make = async (key: string) =>
      (
        await harness.api<{ apiKey: string }>('POST', '/api/key', {
          key,
          body: { name: 'Masa', scopes: ['refunds:request', 'refunds:approve', 'keys'] },
        })
      ).json.data.apiKey;
    const child = await make(merchant.apiKey);
    const sibling = await make(merchant.apiKey);
    const grandchild = await make(child);
    const rotated = (await rotateKey(merchant.merchantId, ownId, 24, now())).apiKey;
    const ofRotated = await make(rotated);
    const hands = [merchant.apiKey, child, sibling, grandchild, rotated, ofRotated];
    const payment = await pay();
    for (const [at, key] of hands.entries()) {
      const { refundId } = (await request(payment, 1, {}, { key })).json.data;
      for (const approving of [...hands.slice(at + 1), ...hands.slice(0, at + 1)]) {
        expectRefused(await approve(refundId, { key: approving }), 'refundId');
      }
      expect((await approve(refundId, other)).status).toBe(200);
    }
  });

  it('a refund whose requesting key was not recorded can be rejected, but not approved', async () => {
    const { merchant, pay, pendingRefundId, approve, reject, other } = await fourEyes();
    const refundId = await pendingRefundId(await pay(), 10);
    const refund = await getItem(entityKey(merchant.merchantId, 'REFUND', refundId));
    await table.send(new PutCommand({ TableName: tableName(), Item: { ...refund, requestedBy: undefined } }));
    for (const key of [{}, other]) expectRefused(await approve(refundId, key), 'refundId');
    expect((await reject(refundId)).status).toBe(200);
  });
});

describe('with four eyes from an amount on', () => {
  it('one key is enough for less than the amount', async () => {
    const { pay, partial, pendingRefundId, approve } = await fourEyes(5_000);
    const payment = await pay();
    expect((await partial(payment, 20)).status).toBe(201);
    expect((await approve(await pendingRefundId(payment, 29.99))).status).toBe(200);
  });

  it('the refunds of a payment count together, so that small ones do not avoid the amount', async () => {
    const { pay, partial, cancel, pendingRefundId, approve, other } = await fourEyes(5_000);
    const payment = await pay();
    expectRefused(await cancel(payment), 'oneKeyAmount');
    expect((await partial(payment, 49.99)).status).toBe(201);
    expectRefused(await partial(payment, 0.01), 'oneKeyAmount');
    const refundId = await pendingRefundId(payment, 0.01);
    expectRefused(await approve(refundId), 'refundId');
    expect((await approve(refundId, other)).status).toBe(200);
  });

  it('simultaneous calls in one step stay below the amount together', async () => {
    const { pay, partial, payment: show, checkBooks } = await fourEyes(5_000);
    const payment = await pay();
    const answers = await Promise.all(Array.from({ length: 12 }, () => partial(payment, 10)));
    expect(answers.filter(({ status }) => status === 403).length).toBeGreaterThanOrEqual(8);
    await harness.moveBy(3_600_000);
    expect((await show(payment)).refundedAmount).toBeLessThan(50);
    await checkBooks([payment]);
  });

  it('every refund in another currency needs four eyes', async () => {
    const { pay, partial, pendingRefundId, approve, other } = await fourEyes(5_000);
    const payment = await pay({ currency: 'USD' });
    expectRefused(await partial(payment, 1), 'oneKeyAmount');
    const refundId = await pendingRefundId(payment, 1);
    expectRefused(await approve(refundId), 'refundId');
    expect((await approve(refundId, other)).status).toBe(200);
  });
});
