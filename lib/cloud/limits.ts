// The limits of a deployment. Each is an option, with a default for a small service. A limit that could not
// be reached because of another limit is rejected.
import * as z from 'zod';
import { DUE_SHARDS, MOST_DUE_SHARDS } from '#store/table/due-shards.ts';

const upTo = (most: number, usual: number) =>
  z.coerce
    .number()
    .int('is not a whole number')
    .min(1, 'is not 1 or more')
    .max(most, `is above ${most}`)
    .default(usual);

/** The options, as the CDK context contains them. */
export const LIMIT_OPTIONS = {
  /** Requests a second of all merchants, and of all buyers; a burst may be twice as many. */
  apiRate: upTo(10_000, 500),
  payRate: upTo(10_000, 500),
  /** Requests a second of one merchant; a burst may be twice as many. Only with `merchantThrottle`. */
  merchantRate: upTo(10_000, 25),
  /** Requests a minute from one address and to one hosted page; only with `firewall`. */
  addressRate: upTo(2_000_000, 3_000).refine((rate) => rate >= 10, 'is below 10, the least of the firewall'),
  pageRate: upTo(100_000, 120).refine((rate) => rate >= 10, 'is below 10, the least of the firewall'),
  /** The number of partitions of the index of due rows. */
  dueShards: upTo(MOST_DUE_SHARDS, DUE_SHARDS),
};
type Limits = Record<keyof typeof LIMIT_OPTIONS, number>;

/** Throws if a merchant's limit exceeds the limit of the API or of one address, so could not be reached. */
export function requireReachable({ apiRate, merchantRate, addressRate }: Limits): void {
  if (merchantRate > apiRate) throw new Error('merchantRate: above apiRate, which all merchants share');
  if (addressRate < merchantRate * 60) {
    throw new Error('addressRate: below 60 times merchantRate; a merchant calls from one address');
  }
}

/** API Gateway's token bucket: this many requests at once, refilled by the rate. */
export const burstOf = (rate: number): number => rate * 2;
