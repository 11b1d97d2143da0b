// orderlistinq: a row for each operation of all users of the shop, declined ones too, 500 a page, at most 30 days.
// A void is the status of its sale.
import { textOf } from '#acquirer/garanti/answers.ts';
import { istanbulInstant, istanbulTime } from '#domain/time/batch-close.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { BankSession } from '../bank-session.ts';
import type { BankOrder, BookedOperation } from '../books.ts';
import type { BankReply } from '../exchange.ts';
import { allOrders } from '../inquiry.ts';
import { answer, type GarantiCall, garantiWire } from './garanti-wire.ts';
import { FOUND, notFound, shownRows } from './order-history.ts';

const ROWS_PER_PAGE = 500;

export function salesReport(session: BankSession, call: GarantiCall): BankReply {
  const [from, to] = [instantOf(call, 'StartDate'), instantOf(call, 'EndDate')];
  const isReadable = from !== undefined && to !== undefined && to - from <= 30 * DAY_MS;
  if (!isReadable) return garantiWire(call, session.atMs).declined('0002', '');
  const all = allOrders(session)
    .flatMap((order) => shownRows(order).flatMap((row) => rowsOf(order, row)))
    .filter(({ atMs }) => atMs >= from && atMs <= to);
  if (all.length === 0) {
    return answer(call, session.atMs, notFound('0108'), { OrderListInqResult: { OrderTxnList: '' } });
  }
  const page = Number(textOf(call.root, 'Order', 'ListPageNum') || '1');
  const OrderTxnList = {
    TotalTxnCount: String(all.length),
    TotalPageCount: String(Math.ceil(all.length / ROWS_PER_PAGE)),
    ActPageNum: String(page),
    OrderTxn: all.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE).map(({ texts }) => texts),
  };
  return answer(call, session.atMs, FOUND, { OrderListInqResult: { OrderTxnList } });
}

/** `20/11/2026 14:05`. */
function instantOf({ root }: GarantiCall, name: string): number | undefined {
  const [, day, month, year, time] =
    /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(textOf(root, 'Order', name)) ?? [];
  const instant = istanbulInstant(`${year}-${month}-${day} ${time}:00`);
  return instant === undefined ? undefined : Date.parse(instant);
}

/** A pre-authorisation and its capture are rows of their own. */
function rowsOf(order: BankOrder, row: BookedOperation) {
  const { preAuth } = row;
  if (preAuth === undefined) return [rowOf(order, row, row.chargeType === 'S' ? 'Satis' : 'Iade')];
  const reserved = rowOf(order, { ...row, ...preAuth }, 'On Otorizasyon');
  return preAuth.isOpen ? [reserved] : [reserved, rowOf(order, row, 'On Otorizasyon Kapama')];
}

function rowOf({ orderId, currency }: BankOrder, row: BookedOperation, TrxType: string) {
  const done = row.voidedAtMs === undefined ? 'Basarili' : 'Iptal';
  const texts = {
    LastTrxDate: istanbulTime(row.atMs).slice(0, 19),
    TrxType,
    OrderID: orderId,
    AuthCode: row.authorizationCode,
    RetrefNum: row.hostReference,
    Status: row.code === '00' ? done : 'Basarisiz',
    AuthAmount: String(row.amountMinor),
    CurrencyCode: currency === 'TRY' ? 'TL' : currency,
    ResponseCode: row.code === '99' ? '92' : row.code,
  };
  return { atMs: row.atMs, texts };
}
