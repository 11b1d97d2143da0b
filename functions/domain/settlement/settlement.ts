// The day's book of one virtual POS in one currency: the sums of its movements. While the day is open they are
// made when somebody asks; once it is closed they are kept, and each night they are counted again.
import { isDeepStrictEqual } from 'node:util';
import type { Currency } from '../money.ts';
import type { Day } from '../time/business-day.ts';
import type { MovementFacts, MovementKind, PricedMovement } from './movement.ts';

type KindSum = { count: number; grossMinor: number };
/** What the bank pays on a day; without a day, what has none that is known. */
type Payout = { valueDate?: Day; netMinor: number };

export type SettlementSums = {
  movements: number;
  /** Those whose commission is not known: with one, neither is that of the day. */
  unpriced: number;
  grossMinor: number;
  surchargeMinor: number;
  commissionMinor: number;
  netMinor: number;
  kinds: { kind: MovementKind; count: number; grossMinor: number }[];
  payouts: Payout[];
};

export type Settlement = {
  id: string;
  merchantId: string;
  posId: string;
  day: Day;
  /** The first instant of the bank's day (ISO). */
  dayFrom: string;
  currency: Currency;
  /** Absent while the day is open. */
  sums?: SettlementSums;
  /** ISO. */
  closedAt?: string;
  /** When other sums were last found for a closed day. */
  differedAt?: string;
};

/** No sign of it needs an escape in a path. */
export const settlementId = ({ day, currency, posId }: Pick<MovementFacts, 'day' | 'currency' | 'posId'>) =>
  `${day}.${currency}.${posId}`;

export const SETTLEMENT_ID = /^\d{4}-\d\d-\d\d\.[A-Z]{3}\.[0-9a-f-]{36}$/;

/** The id as it is stored, from any case; undefined for what is no id of any day's book. */
export function readSettlementId(text: string): string | undefined {
  const [day, currency = '', ...posId] = text.split('.');
  const id = [day, currency.toUpperCase(), ...posId.map((one) => one.toLowerCase())].join('.');
  return SETTLEMENT_ID.test(id) ? id : undefined;
}

export function sumsOf(movements: readonly PricedMovement[]): SettlementSums {
  const sum = (amounts: readonly (number | undefined)[]) =>
    amounts.reduce((total: number, one = 0) => total + one, 0);
  const kinds = Map.groupBy(movements, ({ kind }) => kind);
  const payouts = Map.groupBy(movements, ({ valueDate = '' }) => valueDate);
  const inOrder = <Value>(groups: Map<string, Value>) =>
    [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    movements: movements.length,
    unpriced: movements.filter((one) => one.netMinor === undefined).length,
    grossMinor: sum(movements.map((one) => one.grossMinor)),
    surchargeMinor: sum(movements.map((one) => one.surchargeMinor)),
    commissionMinor: sum(movements.map((one) => one.commissionMinor)),
    netMinor: sum(movements.map((one) => one.netMinor)),
    kinds: inOrder<PricedMovement[]>(kinds).map(([kind, some]) => ({
      kind: kind as MovementKind,
      ...kindSum(some),
    })),
    payouts: inOrder<PricedMovement[]>(payouts).flatMap(([valueDate, some]) => {
      const netMinor = sum(some.map((one) => one.netMinor));
      if (some.every((one) => one.netMinor === undefined)) return [];
      return [{ ...(valueDate !== '' && { valueDate }), netMinor }];
    }),
  };
}

const kindSum = (some: readonly MovementFacts[]): KindSum => ({
  count: some.length,
  grossMinor: some.reduce((total, { grossMinor }) => total + grossMinor, 0),
});

/** The next state of a day that has ended; undefined if it is closed with these sums already. */
export function closedWith(settlement: Settlement, sums: SettlementSums, now: Date): Settlement | undefined {
  const at = now.toISOString();
  if (settlement.closedAt === undefined) return { ...settlement, sums, closedAt: at };
  return isDeepStrictEqual(settlement.sums, sums) ? undefined : { ...settlement, sums, differedAt: at };
}
