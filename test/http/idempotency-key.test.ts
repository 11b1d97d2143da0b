// One Idempotency-Key has one effect and one answer. Tested with POST /api/payment/hostedpage, and with an
// endpoint defined here for the cases that only a call to the bank causes.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Rejection } from '#domain/rejection.ts';
import { timeoutSecondsOf } from '#routes.ts';
import { create } from '#store/table/commit.ts';
import { getItem } from '#store/table/table.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { DAY, MINUTE, pageBody, SECOND, startHarness } from '../harness/harness.ts';
import { DONE, rowOf, testEndpoint } from './test-endpoint.ts';

const { service, api, createPage, payOrder, moveBy } = await startHarness();
const PATH = '/api/payment/hostedpage';
const createWithKey = (key: string, body: object, more: Record<string, string> = {}) =>
  api('POST', PATH, { body, headers: { 'idempotency-key': key, ...more } });

describe('a repeat with the same Idempotency-Key', () => {
  it('a repeat gets the first answer byte for byte, in the same language, and creates nothing', async () => {
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

  it('a repeat with another body is refused, even if only a space was added', async () => {
    const body = pageBody();
    await createWithKey('reused', body);
    expectRejection(await createWithKey('reused', { ...body, amount: 150 }), {
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    const rawBody = `${JSON.stringify(body)} `;
    const headers = { 'idempotency-key': 'reused' };
    expectRejection(await api('POST', PATH, { rawBody, headers }), { code: 'IDEMPOTENCY_KEY_REUSED' });
    // The refusal does not replace the stored answer of the first body.
    expect((await createWithKey('reused', body)).status).toBe(201);
  });

  it('ten simultaneous requests with one key create one page and get the same answer', async () => {
    const body = pageBody();
    const answers = await Promise.all(Array.from({ length: 10 }, () => createWithKey('at-once', body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    expect(replayed.length).toBe(9);
  });

  it('the same key of two merchants starts two requests', async () => {
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

  it('the same key on another route, or with another method on one path, starts a new request', async () => {
    const headers = { 'idempotency-key': 'many-routes' };
    const body = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
    const made = await api('POST', '/api/customer', { body, headers });
    const page = await api('POST', PATH, { body: pageBody(), headers });
    expect([made.status, page.status]).toEqual([201, 201]);
    const path = `/api/customer/${made.json.data['id']}`;
    const changed = await api('PUT', path, { body: { isActive: false }, headers });
    const deleted = await api('DELETE', path, { headers });
    expect([changed.status, deleted.status]).toEqual([200, 200]);
    for (const { headers: given } of [made, page, changed, deleted]) {
      expect(given['idempotent-replayed']).toBeUndefined();
    }
    expect((await api('GET', path)).status).toBe(404);
  });

  it('an answer is repeated for thirty days; later the same key starts a new request', async () => {
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

describe('answers stored for an Idempotency-Key', () => {
  it('a refusal by a business rule is repeated even if the rule would now allow the request', async () => {
    const page = await createPage();
    const { orderNumber } = page;
    await payOrder({ orderNumber });
    const first = await createWithKey('refusal', pageBody({ orderNumber }));
    expectRejection(first, {
      code: 'ORDER_ALREADY_PAID',
      fields: ['orderNumber'],
      facts: ['paymentReferenceNumber'],
    });
    const again = await createWithKey('refusal', pageBody({ orderNumber }));
    expect([again.status, again.text]).toEqual([409, first.text]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('simultaneous refusals with one key are one answer', async () => {
    const page = await createPage();
    await payOrder({ orderNumber: page.orderNumber });
    const body = pageBody({ orderNumber: page.orderNumber });
    const answers = await Promise.all(Array.from({ length: 6 }, () => createWithKey('refusals', body)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it('a validation failure is not stored: the corrected body may use the same key', async () => {
    const body = pageBody();
    expect((await createWithKey('corrected', { ...body, amount: 0 })).status).toBe(400);
    expect((await createWithKey('corrected', body)).status).toBe(201);
  });

  it('a retryable refusal is not stored: the same request may succeed later', async () => {
    const calls = { count: 0 };
    const send = testEndpoint(async ({ commit }) => {
      calls.count += 1;
      if (calls.count === 1) throw new Rejection('CONCURRENT_UPDATE');
      await commit([], DONE);
      return DONE;
    });
    expect((await send('later')).statusCode).toBe(409);
    expect((await send('later')).statusCode).toBe(200);
  });

  it('an internal error is not stored: the same request is executed again', async () => {
    const calls = { count: 0 };
    const send = testEndpoint(async () => {
      calls.count += 1;
      if (calls.count === 1) throw new Error('broken');
      return DONE;
    });
    expect((await send('fault')).statusCode).toBe(500);
    expect((await send('fault')).statusCode).toBe(200);
    expect((await send('fault')).headers?.['Idempotent-Replayed']).toBe('true');
    expect(calls.count).toBe(2);
  });
});

describe('an idempotent request that calls the bank', () => {
  it('a repeat is refused while the first runs and resumes its work after a crash', async () => {
    const subjects: (string | undefined)[] = [];
    const send = testEndpoint(async ({ begunSubject, commitBegun }) => {
      subjects.push(begunSubject);
      const subject = begunSubject ?? randomUUID();
      if (begunSubject === undefined) await commitBegun([create('payment', rowOf(subject))], subject);
      if (subjects.length === 1) throw new CrashedContainer();
      return { ...DONE, data: { subject } };
    });
    const crashed = await send('crash');
    expect(crashed.statusCode).toBe(500);
    const tooSoon = await send('crash');
    expect([tooSoon.statusCode, tooSoon.headers?.['Retry-After']]).toEqual([409, '2']);
    expect(JSON.parse(tooSoon.body).errorCode).toBe('REQUEST_IN_PROGRESS');
    // The first request may still run for as long as the slowest endpoint.
    const longestMs = timeoutSecondsOf(['acquirer']) * SECOND;
    await moveBy(longestMs + SECOND);
    expect((await send('crash')).statusCode).toBe(409);
    await moveBy(MINUTE - longestMs);
    const resumed = await send('crash');
    expect(resumed.statusCode).toBe(200);
    expect(subjects).toEqual([undefined, JSON.parse(resumed.body).data.subject]);
    expect((await send('crash')).body).toBe(resumed.body);
    expect(subjects.length).toBe(2);
  });

  it('one of several simultaneous requests begins the work; the others get 409 or its answer', async () => {
    const created: string[] = [];
    const send = testEndpoint(async ({ commitBegun }) => {
      const subject = randomUUID();
      await commitBegun([create('payment', rowOf(subject))], subject);
      created.push(subject);
      return { ...DONE, data: { subject } };
    });
    const answers = await Promise.all([send('race'), send('race'), send('race')]);
    expect(created.length).toBe(1);
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(await getItem({ pk: `TEST#${created[0]}`, sk: 'TEST' })).toBeDefined();
  });

  it('a request whose transaction conflicts leaves neither an effect nor a stored answer', async () => {
    const taken = randomUUID();
    const send = testEndpoint(async ({ commit }) => {
      const result = await commit([create('payment', rowOf(taken))], DONE);
      if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
      return DONE;
    });
    expect((await send('first of two')).statusCode).toBe(200);
    expect((await send('second of two')).statusCode).toBe(409);
    expect((await send('second of two')).headers?.['Idempotent-Replayed']).toBeUndefined();
  });
});

class CrashedContainer extends Error {}
