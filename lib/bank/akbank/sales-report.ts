// The report of a shop's operations: at most a day and 9,999 rows, packed. Its rows tell their state in words.
import { gzipSync } from 'node:zlib';
import { istanbulInstant, istanbulTime } from '#domain/time/batch-close.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { BankSession } from '../bank-session.ts';
import type { BankReply } from '../exchange.ts';
import { allOrders } from '../inquiry.ts';
import { type AkbankCall, reply, textAt, unreadable } from './akbank-wire.ts';
import { rowsOf } from './order-history.ts';

const MOST_ROWS = 9_999;

export function salesReport(session: BankSession, { merchant, members }: AkbankCall): BankReply {
  const time = (name: string) => istanbulInstant(textAt(members, 'report', name));
  const [from, to] = [time('startDateTime'), time('endDateTime')];
  if (from === undefined || to === undefined) return unreadable('400', 'Geçersiz alan.');
  if (Date.parse(to) - Date.parse(from) > DAY_MS) {
    const responseMessage = 'Gün aralığı 1 günden fazla girilemez';
    return reply({ responseCode: 'VPS-2229', responseMessage });
  }
  const txnDetailList = allOrders(session)
    .flatMap((order) => order.operations.flatMap((row) => rowsOf(order, row)))
    .filter(({ txnDateTime }) => isIn(istanbulInstant(txnDateTime) ?? '', from, to))
    .map(inWords);
  if (txnDetailList.length > MOST_ROWS) {
    const responseMessage = 'Kayıt sayısı 9999’dan fazla, batchNumber ile sorgulayınız';
    return reply({ responseCode: 'VPS-2235', responseMessage });
  }
  const terminal = { merchantSafeId: merchant.userName, terminalSafeId: merchant.clientId };
  const txnDateTime = istanbulTime(session.atMs).replace(' ', 'T');
  const packed = gzipSync(JSON.stringify({ txnDateTime, terminal, txnDetailList })).toString('base64');
  const outer = { terminal, responseMessage: 'SUCCESSFUL', txnDateTime, responseCode: 'VPS-0000' };
  return reply({ data: packed, ...outer });
}

const isIn = (at: string, from: string, to: string) => at >= from && at <= to;

function inWords({ txnStatus, rrn, ...row }: ReturnType<typeof rowsOf>[number]) {
  const done = txnStatus === 'V' ? 'İptal' : 'Başarılı';
  return { ...row, txnStatus: row.responseCode === 'VPS-0000' ? done : 'Başarısız', rrn: Number(rrn) };
}
