// The day's book of one virtual POS in one currency: the sums of its movements. While the day is open they are
// made when somebody asks; once it is closed they are kept, and each night they are counted again.
import { isDeepStrictEqual } from 'node:util';
import { CURRENCIES } from '../money.ts';
import { integer, listOf, natural, object, oneOf, optional, text, type ValueOf } from '../shape.ts';
import { MOVEMENTS, type MovementFacts, type MovementKind, type PricedMovement } from './movement.ts';

const sumFields = () => ({
  movements: natural,
  /** Those whose commission is not known: with one, neither is that of the day. */
  unpriced: natural,
  grossMinor: integer,
  surchargeMinor: integer,
  commissionMinor: integer,
  netMinor: integer,
  kinds: listOf(object({ kind: oneOf(MOVEMENTS), count: natural, grossMinor: integer })),
  /** What the bank pays on a day; without a day, what has none that is known. */
  payouts: listOf(object({ valueDate: optional(text), netMinor: integer })),
});
export type SettlementSums = ValueOf<typeof sumFields>;

export const settlementFields = () => ({
  id: text,
  merchantId: text,
  posId: text,
  day: text,
  /** The first instant of the bank's day (ISO). */
  dayFrom: text,
  currency: oneOf(CURRENCIES),
  /** Absent while the day is open. */
  sums: optional(object(sumFields())),
  /** ISO. */
  closedAt: optional(text),
  /** When other sums were last found for a closed day. */
  differedAt: optional(text),
});
export type Settlement = ValueOf<typeof settlementFields>;

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

const kindSum = (some: readonly MovementFacts[]) => ({
  count: some.length,
  grossMinor: some.reduce((total, { grossMinor }) => total + grossMinor, 0),
});

/** The next state of a day that has ended; undefined if it is closed with these sums already. */
export function closedWith(settlement: Settlement, sums: SettlementSums, now: Date): Settlement | undefined {
  const at = now.toISOString();
  if (settlement.closedAt === undefined) return { ...settlement, sums, closedAt: at };
  return isDeepStrictEqual(settlement.sums, sums) ? undefined : { ...settlement, sums, differedAt: at };
}
