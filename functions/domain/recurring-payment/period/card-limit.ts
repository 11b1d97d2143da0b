// Charges that wait until the limits on the tries of their card allow them. Their planned time is kept, and
// whatever may open the limits makes them due: another card, another expiry, an approval of the card, or the
// merchant (recurring-payments.md R12).
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';

type PlannedCharge = { readonly plannedAtMs?: number | undefined };
type Charges = Pick<RecurringPayment, 'nextAction' | 'requestedCharges'>;

const isLimited = (charge: PlannedCharge | undefined): boolean => charge?.plannedAtMs !== undefined;

/** The planned charge if it waits for its card. */
export const limitedAction = ({ nextAction }: Charges) => (isLimited(nextAction) ? nextAction : undefined);

/** The requested charge if it waits for its card. The requests after it wait for it. */
export const limitedRequest = ({ requestedCharges: [first] = [] }: Charges) =>
  isLimited(first) ? first : undefined;

/** The time since which a charge of this recurring payment waits for the card; undefined if none does. */
export const limitedSinceMs = (charges: Charges): number | undefined =>
  (limitedAction(charges) ?? limitedRequest(charges))?.plannedAtMs;

/** The requested charge no longer waits. Returns the same object if it does not. */
export function withRequestDue(record: RecurringPayment, atMs: number): RecurringPayment {
  const { requestedCharges: [first, ...others] = [] } = record;
  if (first === undefined || !isLimited(first)) return record;
  return { ...record, requestedCharges: [{ ...first, plannedAtMs: undefined, atMs }, ...others] };
}

/** The planned charge no longer waits. Returns the same object if it does not. */
export function withActionDue(record: RecurringPayment, atMs: number): RecurringPayment {
  const action = limitedAction(record);
  return action ? { ...record, nextAction: { ...action, plannedAtMs: undefined, atMs } } : record;
}
