// Prints the demo's steps and calls the API as a merchant does.
import { payAsBuyer } from './buyer.ts';
import { factsOf, type Row, tableOf, wrapped } from './layout.ts';

type Json = Record<string, unknown>;
type Envelope = { success: boolean; message: string; data: Json; errorCode: string | null };
type LedgerRow = {
  operation: string;
  orderId: string;
  amount: number;
  outcome: string;
  code: string;
  /** ISO. */
  at: string;
  hostReference: string;
};

export type Demo = {
  baseUrl: string;
  title(title: string): void;
  print(text: string): void;
  /** Calls the API as the merchant; throws if it is rejected. */
  call(method: string, path: string, body?: Json): Promise<Json>;
  /** Calls the local control API: clock, bank script, ledger. */
  control(method: string, path: string, body?: Json): Promise<Json>;
  /** Pays on the hosted page. Returns the final redirect's URL or the page's notice. */
  pay(pageUrl: string, cardNumber: string): Promise<string>;
  /** The bank's operations for all attempts to pay the order of this payment. */
  ledgerOf(bankReferenceNumber: string): Promise<LedgerRow[]>;
  table(rows: readonly Row[]): void;
  facts(facts: Row): void;
};

const bold = (text: string) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text);
const dim = (text: string) => (process.stdout.isTTY ? `\u001b[2m${text}\u001b[0m` : text);

export function createDemo(baseUrl: string, apiKey: string): Demo {
  let steps = 0;
  const send = async (method: string, path: string, body?: Json): Promise<Json> => {
    const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/json', 'Accept-Language': 'en' };
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...payload });
    return (await response.json()) as Json;
  };
  const control = (method: string, path: string, body?: Json) => send(method, `/local${path}`, body);
  return {
    baseUrl,
    title(title) {
      steps += 1;
      console.log(`\n${bold(`${steps}. ${title}`)}\n`);
    },
    print: (text) => console.log(wrapped(text)),
    async call(method, path, body) {
      const { success, message, data, errorCode } = (await send(method, path, body)) as Envelope;
      console.log(dim(wrapped(`${method} ${path} -> ${errorCode ?? 'success'}: ${message}`)));
      if (!success) throw new Error(`${method} ${path}: ${errorCode}`);
      return data;
    },
    control,
    pay: payAsBuyer,
    async ledgerOf(bankReferenceNumber) {
      const { operations } = (await control('GET', '/bank/ledger')) as { operations: LedgerRow[] };
      const sale = operations.find(({ hostReference }) => hostReference === bankReferenceNumber);
      // The order id of an attempt ends in its number.
      const order = sale?.orderId.replace(/\d+$/, '') ?? '';
      return operations.filter(
        ({ orderId, operation }) => operation !== 'inquiry' && orderId.startsWith(order),
      );
    },
    table: (rows) => console.log(`\n${tableOf(rows)}\n`),
    facts: (facts) => console.log(`\n${factsOf(facts)}\n`),
  };
}
