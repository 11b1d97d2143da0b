// Faults of a merchant's own settings at its bank. The bank has then judged neither the card nor the buyer:
// no try is used, and nothing ends (recurring-payments.md R26). The adapters map each code to a fault.
import type { DeclineCode } from '../rejection-table.ts';

type FaultEffect = {
  /**
   * The operations that the bank refuses until the settings are changed. `All`: every operation of the
   * virtual POS. `Currency`: every operation in this currency. `Request`: this kind of request, such as
   * payments with one kind of card.
   */
  stops: 'All' | 'Currency' | 'Request';
  /** The sentence for operators. */
  meaning: string;
};

export const MERCHANT_FAULTS = {
  Credentials: { stops: 'All', meaning: 'user name, password or shop number are wrong' },
  Closed: { stops: 'All', meaning: 'the bank does not know the shop, or has closed it' },
  Address: { stops: 'All', meaning: 'the bank does not accept this address or this time of day' },
  Permission: { stops: 'All', meaning: 'user or terminal are not permitted to do this' },
  Currency: { stops: 'Currency', meaning: 'the currency is not open for the shop' },
  Installments: { stops: 'Request', meaning: 'this number of installments is not open for the shop' },
  CardKind: { stops: 'Request', meaning: 'this kind of card is not open for the shop' },
  Amount: { stops: 'Request', meaning: 'the bank considers the amount invalid' },
  Format: { stops: 'Request', meaning: 'the bank considers the request malformed' },
} as const satisfies Record<string, FaultEffect>;

export type MerchantFault = keyof typeof MERCHANT_FAULTS;

/** True if other requests of the merchant in this currency are refused too, whatever the card. */
export const stopsMerchant = (fault: MerchantFault): boolean => MERCHANT_FAULTS[fault].stops !== 'Request';

const ISSUER_CODE = /^[0-9A-Z]{2}$/;

/** True if the card's network gave this answer: networks count how often they are asked about a card. */
export const isByNetwork = (code: string): boolean => ISSUER_CODE.test(code);

const UNSPECIFIC: readonly DeclineCode[] = ['DO_NOT_HONOUR', 'GENERAL_DECLINE', 'INVALID_TRANSACTION'];

type JudgedOutcome =
  | { kind: 'approved' | 'notSent' }
  | { kind: 'declined'; errorCode: DeclineCode; merchantFault?: MerchantFault; systemFault?: true };

/**
 * What an outcome tells about bank and shop, for alarms. Unspecific: no card, account or buyer is named, as
 * by a bank that declines everything. Technical: a system or the shop's settings are named. The next declines
 * of an order tell nothing new: most are of the same card. A shop that is not open for a kind of card sees
 * such cards one by one.
 */
export function declineSigns(
  outcome: JudgedOutcome,
  { isAgain }: { isAgain: boolean },
): { UnspecificDeclines?: 0 | 1; TechnicalDeclines?: 0 | 1 } {
  const decline = outcome.kind === 'declined' ? outcome : undefined;
  if (decline && isAgain) return {};
  const fault = decline?.merchantFault ?? 'CardKind';
  return {
    UnspecificDeclines: decline && UNSPECIFIC.includes(decline.errorCode) ? 1 : 0,
    TechnicalDeclines: decline?.systemFault || fault !== 'CardKind' ? 1 : 0,
  };
}
