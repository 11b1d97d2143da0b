// What a card is to the service: three secret values that are sealed together and a mask that may be seen.

/** The clear card. Lives in memory between the buyer's request (or the vault) and the bank, nowhere else. */
export type CardDetails = {
  cardNumber: string;
  /** `01` to `12`. */
  expiryMonth: string;
  /** Four digits. */
  expiryYear: string;
};
