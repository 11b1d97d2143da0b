// The controls of the service on one machine (`npm start`): its clock, the bank's next answers, the bank's
// books.

export type BankOperation = {
  operation: 'sale' | 'void' | 'refund' | 'inquiry';
  orderId: string;
  amount: number;
  /** Null where the bank was told none, as in an inquiry. */
  currency: string | null;
  /** Of a sale. */
  installment?: number;
  outcome: 'approved' | 'declined' | 'found' | 'notFound';
  code: string;
  at: string;
  hostReference: string | null;
};
export type Sandbox = {
  /** Moves the time on by a duration like `P1M`, and runs all that falls due; returns the new time. */
  clock(by: string): Promise<{ now: string; fired: number }>;
  /** The next movements of money answer so: `approve`, `decline:51`, `lost-before`, `lost-after`. */
  bank(...outcomes: string[]): Promise<void>;
  /** The bank's own books, the newest last. */
  ledger(): Promise<BankOperation[]>;
};

export function openSandbox(baseUrl: string): Sandbox {
  const control = async (name: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/local/${name}`, {
      ...(body && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
    });
    if (!response.ok) throw new Error(`/local/${name}: ${response.status} ${await response.text()}`);
    return await response.json();
  };
  return {
    clock: async (by) => (await control('clock', { by })) as { now: string; fired: number },
    bank: async (...outcomes) => void (await control('bank/script', { outcomes })),
    ledger: async () => ((await control('bank/ledger')) as { operations: BankOperation[] }).operations,
  };
}
