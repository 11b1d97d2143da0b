// Akbank's report of sales as it was recorded, and what its simulated bank never sends: one that is cut, of
// another shop, too long, or written in the other way in which its rows can be read (akbank.md 6.3).
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { connectAkbank } from '#acquirer/akbank/akbank.ts';
import { hmac } from '#acquirer/akbank/hash.ts';
import type { Exchange } from '#acquirer/transport.ts';

const keys = { merchantSafeId: 'M'.repeat(32), terminalSafeId: 'T'.repeat(32), secretKey: 'secret' };
const terminal = { merchantSafeId: keys.merchantSafeId, terminalSafeId: keys.terminalSafeId };
const DAY = { fromMs: Date.parse('2024-04-23T21:00:00.000Z'), toMs: Date.parse('2024-04-24T21:00:00.000Z') };

const row = {
  txnCode: '1000',
  responseCode: 'VPS-0000',
  hostResponseCode: '00',
  hostResponseMessage: '000 ONAY KODU 123456',
  txnDateTime: '2024-04-24T22:20:12.481',
  orderId: 'a1',
  orgOrderId: 'a1',
  rrn: 411424361007,
  txnStatus: 'Başarılı',
  amount: 10.01,
  currencyCode: 949,
};
const pack = (report: object) => gzipSync(JSON.stringify(report)).toString('base64');
const packed = (...rows: object[]) =>
  pack({ terminal, txnDetailList: rows.map((one) => ({ ...row, ...one })) });
const answered = (answer: object, status = 200): Exchange => ({
  kind: 'answered',
  status,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(answer)),
});

async function ask(exchange: Exchange) {
  const sent: { body: string; hash: string | undefined }[] = [];
  const settings = { ...keys, apiUrl: 'https://bank.example', gateUrl: 'https://bank.example/gate' };
  const { reportSales } = connectAkbank(settings, undefined, undefined, async (body, headers) => {
    sent.push({ body: body.toString(), hash: headers['auth-hash'] });
    return exchange;
  });
  return { report: await reportSales?.(DAY), sent };
}
const read = async (data: unknown) =>
  (await ask(answered({ responseCode: 'VPS-0000', terminal, data }))).report;
const idsIn = async (...rows: object[]) => await read(packed(...rows));
const listed = (...bankOrderIds: string[]) => ({ kind: 'listed', bankOrderIds });

it('is asked for a whole day of no more than a day, signed, without version, code and time', async () => {
  const { sent } = await ask(answered({ responseCode: 'VPS-0000', data: packed() }));
  const [{ body, hash } = { body: '', hash: '' }] = sent;
  expect(hash).toBe(hmac(body, keys.secretKey));
  expect(JSON.parse(body)).toEqual({
    terminal,
    randomNumber: expect.stringMatching(/^[0-9A-F]{128}$/),
    report: { startDateTime: '2024-04-24T00:00:00.000', endDateTime: '2024-04-24T23:59:59.999' },
  });
});

it('names sales and captures, and the others under both of their ids', async () => {
  const capture = { txnCode: '1005', orderId: '6ffd5c2a-423f', orgOrderId: 'a2' };
  expect(await idsIn({}, {}, capture, { orgOrderId: undefined, orderId: 'a3' })).toEqual(
    listed('a1', '6ffd5c2a-423f', 'a2', 'a3'),
  );
});

it.each([
  { txnCode: '1002' },
  { txnCode: '1004' },
  { responseCode: 'VPS-1005', txnStatus: 'Başarısız', hostResponseCode: '05' },
  { responseCode: 'VPS-1061', txnStatus: 'Başarısız', orderId: undefined, orgOrderId: undefined },
  { txnStatus: 'İptal' },
  { txnStatus: 'Teknik İptal', responseCode: undefined },
])('does not name what took nothing: %o', async (change) => {
  expect(await idsIn(change)).toEqual(listed());
});

it.each([
  { txnStatus: 'N' },
  { txnStatus: 'S', responseCode: undefined },
  { txnStatus: 'Beklemede' },
  { txnCode: '1099' },
])('names what may have taken money in another reading, because its history decides: %o', async (change) => {
  expect(await idsIn(change)).toEqual(listed('a1'));
});

it('of a day without operations is empty in both readings', async () => {
  const recorded =
    'H4sIAAAAAAAAA3XOsQrCMBAA0H+5uZXL5dKYbI1RENzsJg5BUww0GWoGofTfBV1c/IAHb4H6Kj7UOKQcwQIhcYvckhqEtMJYog1JDQ3UOOdUwgR2gRzn2yOUeg5jPN6/TKJBFlohkqZOsfOmZ7M7oFaaf/wfs+VOSi+k7omNd27vYG0+uVhDmk7pWcFerusbj65Tk7EAAAA=';
  // The recorded one is that of another shop, so it is only unpacked here.
  expect(await read(recorded)).toMatchObject({
    kind: 'unknown',
    reason: 'the report is that of another shop',
  });
  expect(await idsIn()).toEqual(listed());
  expect((await ask(answered({ responseCode: 'VPS-1123' }))).report).toEqual(listed());
});

it.each([
  ['cut', packed({}).slice(0, -8)],
  ['with a wrong byte', `${packed({}).slice(0, 40)}AAAA${packed({}).slice(44)}`],
  ['no text', 7],
  ['missing', undefined],
  ['not packed', Buffer.from(JSON.stringify({ terminal, txnDetailList: [] })).toString('base64')],
  ['without a list', pack({ terminal })],
  ['of another shop', pack({ terminal: { ...terminal, terminalSafeId: 'X'.repeat(32) }, txnDetailList: [] })],
  ['of nobody', pack({ txnDetailList: [] })],
  ['null', pack(null as never)],
])('that is %s is unknown', async (_, data) => {
  expect(await read(data)).toMatchObject({ kind: 'unknown' });
});

it('that is too long by its code, its rows or its bytes is asked for in parts', async () => {
  const tooMany = { kind: 'tooMany' };
  expect((await ask(answered({ responseCode: 'VPS-2235' }))).report).toEqual(tooMany);
  expect(await idsIn(...Array.from({ length: 9_999 }, () => ({})))).toEqual(tooMany);
  expect((await idsIn(...Array.from({ length: 9_998 }, () => ({}))))?.kind).toBe('listed');
  const cut: Exchange = { kind: 'unknown', reason: 'ANSWER_TOO_LARGE', status: 200 };
  expect((await ask(cut)).report).toEqual(tooMany);
});

it('that the bank does not give is unknown, and names the fault of the settings', async () => {
  const silent: Exchange = { kind: 'unknown', reason: 'CALL_TIMEOUT' };
  expect((await ask(silent)).report).toEqual(silent);
  expect((await ask({ kind: 'notSent', reason: 'ECONNREFUSED' })).report?.kind).toBe('notSent');
  expect((await ask(answered({ responseCode: 'VPS-2229' }))).report).toMatchObject({ kind: 'unknown' });
  expect((await ask(answered({ code: '401', message: 'x' }, 400))).report).toMatchObject({
    kind: 'unknown',
    merchantRefusal: { code: 'HTTP-401', fault: 'Credentials' },
  });
});
