// The gate decides before each request whether the bank is called, and records whether it answered. An
// adapter does not read the table, so a flow passes it a gate that stores its state there.
export type Admission = 'ask' | 'probe' | 'wait';
export type BankGate = {
  /**
   * `wait`: the bank has not answered for a while, and the request is not sent. `probe`: it is sent only if
   * the bank answers a harmless inquiry first. Never throws.
   */
  enter(): Promise<Admission>;
  /** `hasAnswered`: true if the bank sent a message, whatever its content. Never throws. */
  report(hasAnswered: boolean): Promise<void>;
};

export const ALWAYS_OPEN: BankGate = { enter: async () => 'ask', report: async () => {} };
