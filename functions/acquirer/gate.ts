// The gate decides before each request whether the bank is called, and records whether it answered. An
// adapter does not read the table, so a flow passes it a gate that stores its state there.
export type BankGate = {
  /**
   * True if the request is not sent: the bank has not answered for a while, or there is no lease. Never
   * throws.
   */
  isShut(): Promise<boolean>;
  /**
   * `hasAnswered`: true if the bank sent a message, whatever its content; false if the call was lost, or the
   * bank failed. A message that is too large or unreadable is not reported: it tells nothing of other calls.
   * Never throws.
   */
  report(hasAnswered: boolean): Promise<void>;
};

export const ALWAYS_OPEN: BankGate = { isShut: async () => false, report: async () => {} };
