// The queries for the day's book and its movements (settlements.md 1).
import type * as z from 'zod/mini';
import { day } from './field/day.ts';
import { currency, fields, id, optional, problem, transformed } from './field/field.ts';
import { listQuery } from './field/list.ts';

/** The days are the bank's, all included. */
export const settlementListQuery = (asCsv?: boolean) =>
  transformed(
    fields({
      date: optional(day()),
      startDate: optional(day()),
      endDate: optional(day()),
      virtualPos: optional(id()),
      currency: optional(currency()),
      ...listQuery(asCsv),
    }),
    (query, context) => {
      const { date, startDate = date, endDate = date } = query;
      if (startDate === undefined || endDate === undefined || startDate <= endDate)
        return { ...query, startDate, endDate };
      return problem(context, 'OUT_OF_RANGE', { reversed: ['startDate', 'endDate'] }, 'endDate');
    },
  );

export type SettlementListQuery = z.infer<ReturnType<typeof settlementListQuery>>;
