// Garanti's report of sales as it was recorded, and what its simulated bank never sends: one that is cut, of
// another shop, without a signature, or written in the other way in which it can be read (garanti.md 6.4).
import { expect, it } from 'vitest';
import { connectGaranti } from '#acquirer/garanti/garanti.ts';
import { answerText, requestText, securityData, sha512 } from '#acquirer/garanti/hash.ts';
import type { Exchange } from '#acquirer/transport.ts';
import { writeXml, type XmlContent } from '#acquirer/xml.ts';
import { keys, security } from './keys.ts';

const DAY = { fromMs: Date.parse('2024-06-02T21:00:00.000Z'), toMs: Date.parse('2024-06-03T21:00:00.000Z') };

const row = {
  Id: '1',
  LastTrxDate: '2024-06-03 14:04:19',
  TrxType: 'Satis',
  OrderID: 'a1',
  RetrefNum: '415501676495',
  Status: 'Basarili',
  AuthAmount: '1001',
  CurrencyCode: 'TL',
  UserId: 'PROVAUT',
  Settlement: 'N',
  ResponseCode: '00',
};
type Told = { code?: string; reasonCode?: string; orderId?: string; signedWith?: string };
function answered(order: { [name: string]: XmlContent }, told: Told = {}): Exchange {
  const { code = '00', reasonCode = '', orderId = '', signedWith = security } = told;
  const hashed = { code, retrefNum: '', authCode: '', provDate: '20240603 15:12:44', orderId };
  const xml = writeXml('GVPSResponse', {
    Order: { OrderID: orderId, GroupID: '', ...order },
    Transaction: {
      Response: { Source: 'GVPS', Code: code, ReasonCode: reasonCode },
      ProvDate: hashed.provDate,
      HashData: sha512(answerText(hashed, signedWith)),
    },
  });
  return { kind: 'answered', status: 200, contentType: 'text/xml;charset=UTF-8', body: Buffer.from(xml) };
}
const listOf = (rows: Partial<typeof row>[], changed: Record<string, string> = {}) => ({
  OrderListInqResult: {
    OrderTxnList: {
      TotalTxnCount: String(rows.length),
      TotalPageCount: '1',
      ActPageNum: '1',
      ...changed,
      OrderTxn: rows.map((one) => ({ ...row, ...one })),
    },
  },
});

async function ask(exchange: Exchange) {
  const sent: string[] = [];
  const settings = { ...keys, apiUrl: 'https://bank.example', gateUrl: 'https://bank.example/gate' };
  const { reportSales } = connectGaranti(settings, async (body) => {
    sent.push(body.toString());
    return exchange;
  });
  return { report: await reportSales?.(DAY), sent };
}
const read = async (...answer: Parameters<typeof answered>) => (await ask(answered(...answer))).report;
const idsIn = async (...rows: Partial<typeof row>[]) => await read(listOf(rows));
const listed = (...bankOrderIds: string[]) => ({ kind: 'listed', bankOrderIds });

it('is asked for a whole day by the selling user, whether or not the last minute belongs to it', async () => {
  const { sent } = await ask(answered(listOf([])));
  const [xml = ''] = sent;
  expect(sent).toHaveLength(1);
  expect(xml).toContain(
    '<Order><OrderID></OrderID><StartDate>03/06/2024 00:00</StartDate><EndDate>04/06/2024 00:00</EndDate>' +
      '<ListPageNum>1</ListPageNum></Order>',
  );
  expect(xml).toContain('<Type>orderlistinq</Type>');
  expect(xml).toContain('<UserID>PROVAUT</UserID>');
  const hashed = { orderId: '', terminalId: keys.terminalId, cardNumber: '', amount: '100', currency: '949' };
  expect(xml).toContain(`<HashData>${sha512(requestText(hashed, security))}</HashData>`);
});

it('names sales and captures of all users of the shop once, also a single one', async () => {
  expect(await idsIn({})).toEqual(listed('a1'));
  expect(
    await idsIn(
      {},
      {},
      { OrderID: '__lwyvqzf9_____65848', UserId: 'GARANTI' },
      { OrderID: 'a2', TrxType: 'On Otorizasyon Kapama' },
    ),
  ).toEqual(listed('a1', '__lwyvqzf9_____65848', 'a2'));
});

it.each([
  { TrxType: 'Iade' },
  { TrxType: 'Iptal' },
  { TrxType: 'On Otorizasyon' },
  { Status: 'Basarisiz', ResponseCode: '14' },
  { Status: 'Onaylandi', ResponseCode: '92' },
])('does not name what took nothing: %o', async (change) => {
  expect(await idsIn(change)).toEqual(listed());
});

it.each([
  { Status: 'Iptal' },
  { Status: 'Onaylandi' },
  { Status: 'Başarılı', TrxType: 'Satış' },
  { TrxType: 'Taksitli Satis' },
  { ResponseCode: '' },
])('names what may have taken money in another reading, because its history decides: %o', async (change) => {
  expect(await idsIn(change)).toEqual(listed('a1'));
});

it('of a day without operations is empty in both readings', async () => {
  const empty = { OrderListInqResult: { OrderTxnList: '' } };
  expect(await read(empty)).toEqual(listed());
  expect(await read(listOf([], { TotalPageCount: '0', ActPageNum: '0' }))).toEqual(listed());
  for (const reasonCode of ['0108', '0109', '0110']) {
    expect(await read(empty, { code: '92', reasonCode })).toEqual(listed());
  }
});

it.each<[string, Parameters<typeof answered>]>([
  ['with fewer rows than it says', [listOf([{}], { TotalTxnCount: '2' })]],
  ['with more rows than it says', [listOf([{}, {}], { TotalTxnCount: '1' })]],
  ['without its number of rows', [listOf([{}], { TotalTxnCount: '' })]],
  ['without a list', [{}]],
  ['with two lists', [{ OrderListInqResult: { OrderTxnList: ['', ''] } }]],
  ['of another shop', [listOf([]), { signedWith: securityData(keys.password, '30691299') }]],
  ['about an order', [listOf([]), { orderId: 'a1' }]],
  ['a failure', [{ OrderListInqResult: { OrderTxnList: '' } }, { code: '92', reasonCode: '9998' }]],
])('that is %s is unknown', async (_, [order, told]) => {
  expect(await read(order, told)).toMatchObject({ kind: 'unknown' });
});

it('that is cut is no answer', async () => {
  const whole = answered(listOf([{}]));
  if (whole.kind !== 'answered') throw new Error(whole.kind);
  const { report } = await ask({ ...whole, body: whole.body.subarray(0, -10) });
  expect(report).toMatchObject({ kind: 'unknown' });
});

it('that is longer than a page, or too long to be read, is asked for in parts', async () => {
  const tooMany = { kind: 'tooMany' };
  expect(await read(listOf([{}], { TotalTxnCount: '501', TotalPageCount: '2' }))).toEqual(tooMany);
  expect((await ask({ kind: 'unknown', reason: 'ANSWER_TOO_LARGE', status: 200 })).report).toEqual(tooMany);
});

it('that the bank does not give is unknown, and names the fault of the settings', async () => {
  expect((await ask({ kind: 'notSent', reason: 'ECONNREFUSED' })).report?.kind).toBe('notSent');
  expect(await read({}, { code: '92', reasonCode: '0652' })).toMatchObject({
    kind: 'unknown',
    merchantRefusal: { code: '0652', fault: 'Permission' },
  });
});
