// Reads Garanti's report of a shop's operations by dates (garanti.md 6.4). Its rows are not signed, so it is whole
// only if it has as many as it says.
import type { SalesReport } from '../acquirer.ts';
import { unknown } from '../outcomes.ts';
import type { XmlElement } from '../xml.ts';
import { elementAt, type GarantiAnswer, isApproved, textOf } from './answers.ts';
import { isNotFound, unanswered } from './order-history.ts';

export function readSalesReport(answer: GarantiAnswer): SalesReport {
  // What the bank answers of a day without operations is not known: this, or an empty list.
  if (isNotFound(answer)) return { kind: 'listed', bankOrderIds: [] };
  if (!isApproved(answer)) return unanswered(answer);
  const list = elementAt(answer, 'Order', 'OrderListInqResult', 'OrderTxnList');
  if (list === undefined) return unknown('no report in the answer');
  const rows = list.children.filter(({ name }) => name === 'OrderTxn');
  const [total, pages] = [textOf(list, 'TotalTxnCount') || '0', textOf(list, 'TotalPageCount') || '1'];
  // The place of the page's number in a request is not known, so no further page is asked for.
  if (Number(pages) > 1) return { kind: 'tooMany' };
  if (rows.length !== Number(total)) return unknown('rows of the report are missing');
  const sold = rows.filter(mayHaveTaken).map((row) => textOf(row, 'OrderID'));
  return { kind: 'listed', bankOrderIds: [...new Set(sold)] };
}

const TAKES_NOTHING = new Set(['Iade', 'Iptal', 'On Otorizasyon']);

/** A sale with the status Iptal was presumably voided: its history tells. */
const mayHaveTaken = (row: XmlElement): boolean =>
  !TAKES_NOTHING.has(textOf(row, 'TrxType')) &&
  textOf(row, 'Status') !== 'Basarisiz' &&
  ['', '00'].includes(textOf(row, 'ResponseCode'));
