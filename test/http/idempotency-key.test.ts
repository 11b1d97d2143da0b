// One Idempotency-Key, one effect, one answer: at the real door of the hosted page, and, for what only a bank
// brings about, at a door of our own behind the same wrapper.
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { fields, integer, text } from '#contract/field/field.ts';
import { Rejection } from '#domain/rejection.ts';
import { callerContext } from '#http/caller.ts';
import { type Call, endpoint } from '#http/endpoint.ts';
import { create } from '#store/table/commit.ts';
import { getItem } from '#store/table/table.ts';
import { expectRefusal } from '../drivers/refusal.ts';
import { DAY, MINUTE, pageBody, SECOND, startHarness } from '../harness/harness.ts';

const { service, api, createPage, payOrder, moveBy } = await startHarness();
const PATH = '/api/payment/hostedpage';
const createWithKey = (key: string, body: object, more: Record<string, string> = {}) =>
  api('POST', PATH, { body, headers: { 'idempotency-key': key, ...more } });

describe('a repeat', () => {
  it('gets the first answer byte for byte, language included, and makes nothing', async () => {
    const body = pageBody();
    const first = await createWithKey('repeat', body, { 'accept-language': 'en' });
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    await moveBy(MINUTE);
    const again = await createWithKey('repeat', body);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'content-language': 'en' });
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    const shown = await api('GET', `${PATH}/${first.json.data['token']}`);
    expect(shown.json.data['state']).toBe('Open');
  });

  it('with another body is refused, were it only a blank more', async () => {
    const body = pageBody();
    await createWithKey('reused', body);
    expectRefusal(await createWithKey('reused', { ...body, amount: 150 }), {
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    const rawBody = `${JSON.stringify(body)} `;
    const headers = { 'idempotency-key': 'reused' };
    expectRefusal(await api('POST', PATH, { rawBody, headers }), { code: 'IDEMPOTENCY_KEY_REUSED' });
    // The refusal itself is not remembered: the first body still gets the first answer.
    expect((await createWithKey('reused', body)).status).toBe(201);
  });

  it('at the same moment gets the same page: ten requests, one page', async () => {
    const body = pageBody();
    const answers = await Promise.all(Array.from({ length: 10 }, () => createWithKey('at-once', body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    expect(replayed.length).toBe(9);
  });

  it('from another merchant is no repeat', async () => {
    const other = await service.addMerchant();
    const body = pageBody();
    const own = await createWithKey('shared', body);
    const theirs = await api('POST', PATH, {
      body,
      key: other.apiKey,
      headers: { 'idempotency-key': 'shared' },
    });
    expect([own.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.json.data['token']).not.toBe(own.json.data['token']);
  });

  it('is answered for thirty days by the clock, and is a new request afterwards', async () => {
    const body = pageBody();
    const first = await createWithKey('thirty-days', body);
    await moveBy(30 * DAY - MINUTE);
    expect((await createWithKey('thirty-days', body)).text).toBe(first.text);
    await moveBy(2 * MINUTE);
    const later = await createWithKey('thirty-days', body);
    expect([later.status, later.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(later.json.data['token']).not.toBe(first.json.data['token']);
    expect((await createWithKey('thirty-days', body)).text).toBe(later.text);
  });
});

describe('what is remembered', () => {
  it('a refusal by a rule of the business, even when the rule would now say yes', async () => {
    const page = await createPage();
    const { orderNumber } = page;
    await payOrder({ orderNumber });
    const first = await createWithKey('refusal', pageBody({ orderNumber }));
    expectRefusal(first, { code: 'ORDER_ALREADY_PAID', facts: ['paymentReferenceNumber'] });
    const again = await createWithKey('refusal', pageBody({ orderNumber }));
    expect([again.status, again.text]).toEqual([409, first.text]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('one refusal where several came at once', async () => {
    const page = await createPage();
    await payOrder({ orderNumber: page.orderNumber });
    const body = pageBody({ orderNumber: page.orderNumber });
    const answers = await Promise.all(Array.from({ length: 6 }, () => createWithKey('refusals', body)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it('not a validation failure: the corrected body may come with the same key', async () => {
    const body = pageBody();
    expect((await createWithKey('corrected', { ...body, amount: 0 })).status).toBe(400);
    expect((await createWithKey('corrected', body)).status).toBe(201);
  });

  it('not a retryable refusal: the same request may succeed later', async () => {
    const calls = { count: 0 };
    const door = doorOf(async ({ commit }) => {
      calls.count += 1;
      if (calls.count === 1) throw new Rejection('CONCURRENT_UPDATE');
      await commit([], DONE);
      return DONE;
    });
    expect((await door('later')).statusCode).toBe(409);
    expect((await door('later')).statusCode).toBe(200);
  });

  it('not a fault of ours', async () => {
    const calls = { count: 0 };
    const door = doorOf(async () => {
      calls.count += 1;
      if (calls.count === 1) throw new Error('broken');
      return DONE;
    });
    expect((await door('fault')).statusCode).toBe(500);
    expect((await door('fault')).statusCode).toBe(200);
    expect((await door('fault')).headers?.['Idempotent-Replayed']).toBe('true');
    expect(calls.count).toBe(2);
  });
});

describe('work that asks a bank', () => {
  it('is not begun twice: while the first runs a repeat waits, after its crash it goes on', async () => {
    const begun: (string | undefined)[] = [];
    const door = doorOf(async ({ begunSubject, commitBegun }) => {
      begun.push(begunSubject);
      const subject = begunSubject ?? randomUUID();
      if (begunSubject === undefined) await commitBegun([create('payment', rowOf(subject))], subject);
      if (begun.length === 1) throw new CrashedContainer();
      return { ...DONE, data: { subject } };
    });
    const crashed = await door('crash');
    expect(crashed.statusCode).toBe(500);
    const tooSoon = await door('crash');
    expect([tooSoon.statusCode, tooSoon.headers?.['Retry-After']]).toEqual([409, '2']);
    expect(JSON.parse(tooSoon.body).errorCode).toBe('REQUEST_IN_PROGRESS');
    await moveBy(MINUTE + SECOND);
    const resumed = await door('crash');
    expect(resumed.statusCode).toBe(200);
    expect(begun).toEqual([undefined, JSON.parse(resumed.body).data.subject]);
    expect((await door('crash')).body).toBe(resumed.body);
    expect(begun.length).toBe(2);
  });

  it('has one winner when two begin at once; the other is told to wait or gets the answer', async () => {
    const made: string[] = [];
    const door = doorOf(async ({ commitBegun }) => {
      const subject = randomUUID();
      await commitBegun([create('payment', rowOf(subject))], subject);
      made.push(subject);
      return { ...DONE, data: { subject } };
    });
    const answers = await Promise.all([door('race'), door('race'), door('race')]);
    expect(made.length).toBe(1);
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(await getItem({ pk: `TEST#${made[0]}`, sk: 'TEST' })).toBeDefined();
  });

  it('leaves neither effect nor record when its transaction is refused', async () => {
    const taken = randomUUID();
    const door = doorOf(async ({ commit }) => {
      const result = await commit([create('payment', rowOf(taken))], DONE);
      if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
      return DONE;
    });
    expect((await door('first of two')).statusCode).toBe(200);
    expect((await door('second of two')).statusCode).toBe(409);
    expect((await door('second of two')).headers?.['Idempotent-Replayed']).toBeUndefined();
  });
});

class CrashedContainer extends Error {}
const DONE = { says: { tr: 'Oldu.', en: 'Done.' }, data: { done: true } };
const rowOf = (id: string) => ({ pk: `TEST#${id}`, sk: 'TEST', version: 1 });

type DoorCall = Call<{ note: string; count: number }, undefined>;
/** A door of our own, called as the gateway calls one. */
function doorOf(work: (call: DoorCall) => Promise<typeof DONE | { says: typeof DONE.says; data: object }>) {
  const path = `/test/${randomUUID()}`;
  const handler = endpoint(
    { body: () => fields({ note: text(1, 10), count: integer(1, 5) }) },
    work as Parameters<typeof endpoint<DoorCall['body'], undefined>>[1],
  );
  const authorizer = callerContext({
    merchantId: randomUUID(),
    merchantName: 'Deneme',
    timeZone: 'Europe/Istanbul',
    frameOrigins: '',
    keyKind: 'test',
    since: '2026-11',
    digestKey: 'x'.repeat(43),
  });
  return async (key: string) =>
    await handler(
      {
        httpMethod: 'POST',
        path,
        resource: path,
        headers: { 'content-type': 'application/json', 'Idempotency-Key': key.replaceAll(' ', '-') },
        body: JSON.stringify({ note: 'x', count: 1 }),
        isBase64Encoded: false,
        requestContext: { requestId: randomUUID(), authorizer },
      } as unknown as APIGatewayProxyEvent,
      { awsRequestId: 'x' },
    );
}
