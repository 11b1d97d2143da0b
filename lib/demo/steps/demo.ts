// Prints the demo's steps and calls the API as a merchant does.
import type { LedgerOperation } from '../../bank/books.ts';
import { payAsBuyer } from './buyer.ts';
import { factsOf, type LayoutRow, tableOf, wrapped } from './layout.ts';

type Json = Record<string, unknown>;
type ApiEnvelope = { success: boolean; message: string; data: Json; errorCode: string | null };

const bold = (text: string) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text);
const dim = (text: string) => (process.stdout.isTTY ? `\u001b[2m${text}\u001b[0m` : text);

export type Demo = ReturnType<typeof createDemo>;

export function createDemo(baseUrl: string, apiKey: string) {
  let steps = 0;
  const send = async (method: string, path: string, body?: Json): Promise<Json> => {
    const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/json', 'Accept-Language': 'en' };
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...payload });
    return (await response.json()) as Json;
  };
  /** Calls the local control API: clock, bank script, ledger. */
  const control = (method: string, path: string, body?: Json) => send(method, `/local${path}`, body);
  return {
    baseUrl,
    title(title: string) {
      steps += 1;
      console.log(`\n${bold(`${steps}. ${title}`)}\n`);
    },
    print: (text: string) => console.log(wrapped(text)),
    /** Calls the API as the merchant; throws if it is rejected. */
    async call(method: string, path: string, body?: Json): Promise<Json> {
      const { success, message, data, errorCode } = (await send(method, path, body)) as ApiEnvelope;
      console.log(dim(wrapped(`${method} ${path} -> ${errorCode ?? 'success'}: ${message}`)));
      if (!success) throw new Error(`${method} ${path}: ${errorCode}`);
      return data;
    },
    control,
    pay: payAsBuyer,
    /** The bank's operations for all attempts to pay the order of this payment. */
    async ledgerOf(bankReferenceNumber: string) {
      const { operations } = (await control('GET', '/bank/ledger')) as { operations: LedgerOperation[] };
      const sale = operations.find(({ hostReference }) => hostReference === bankReferenceNumber);
      // The order id of an attempt ends in its number.
      const order = sale?.orderId.replace(/\d+$/, '') ?? '';
      return operations.filter(
        ({ orderId, operation }) => operation !== 'inquiry' && orderId.startsWith(order),
      );
    },
    table: (rows: readonly LayoutRow[]) => console.log(`\n${tableOf(rows)}\n`),
    facts: (facts: LayoutRow) => console.log(`\n${factsOf(facts)}\n`),
  };
}
