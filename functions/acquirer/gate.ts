// What decides before each request if the bank is asked at all, and learns if it answered. The systems do not
// know each other, so a flow gives the adapter a gate that remembers in the table.
export type BankGate = {
  /** False: the bank has not answered for a while, and nothing is sent. Never throws. */
  enter(): Promise<boolean>;
  /** `hasAnswered`: a message of the bank came back, whatever it says. Never throws. */
  report(hasAnswered: boolean): Promise<void>;
};

export const ALWAYS_OPEN: BankGate = { enter: async () => true, report: async () => {} };
