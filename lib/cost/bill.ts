// The whole bill of a stage for each month: what it costs without any call, what its payments and periodic
// runs cost, and what the rows, copies and logs of the months before cost. Every payment is one on a hosted
// page with 3-D Secure, two events and one webhook.
import { PERIODIC } from '../cloud/function/endpoint-function.ts';
import {
  announcementsUsdPerMillion,
  idlePollsUsd,
  logsUsd,
  partsPerMillion,
  usdPerMillion,
} from './calls.ts';
import { callsOfPayment, leavingsOfPayment, runOf } from './counted.ts';
import { isFromRecord, PRICES, type PriceName } from './prices.ts';
import { type Standing, usdOf } from './standing.ts';

export type Stage = {
  standing: Standing;
  /** The canary pays at each of its runs. */
  paysByCanary: boolean;
  isTraced: boolean;
  pagesKeptMonths: number;
  /** Copies of the table that exist at a time. */
  backups: { warm: number; cold: number };
};

/** The lines of a bill in USD, in the order in which they are shown. */
export type Bill = Readonly<Record<string, number>>;

const HOURS = 730;
const MINUTES = 60 * HOURS;
/** CloudWatch keeps lines compressed; its calculator assumes this share. */
const COMPRESSED = 0.15;
const LOG_MONTHS = 12;
const EVENT_MONTHS = 3;
/** Bytes to and from the bank in one call, with TLS. */
const BANK_CALL_BYTES = 8_000;
/** Deliveries that are announced together: one in a small stage, ten at the most. */
const batchOf = (payments: number) => Math.min(10, Math.max(1, (2 * payments) / (HOURS * 3600)));
/** The lines of a run of a periodic function, with those of Lambda itself. */
const RUN_LOG_BYTES = 400;
/** The canary pays, cancels, and waits for its event: about as much as two payments. */
const PAYMENTS_OF_A_CANARY = 2;

/** `month` counts from 1; each month has as many payments. */
export function billOf(stage: Stage, payments: number, month: number): Bill {
  const canaryPayments = stage.paysByCanary
    ? (PAYMENTS_OF_A_CANARY * MINUTES) / (PERIODIC['canary'] ?? 5)
    : 0;
  const made = payments + canaryPayments;
  const { kept, logBytes, metrics } = leavingsOfPayment();
  const calls = callsOfPayment().map(({ count, ...call }) => ({
    count,
    isRequest: call.kind === 'http',
    parts: partsPerMillion(call),
  }));
  // A part that is charged for each call counts for each of a function's calls.
  const perPayment = (part: 'trigger' | 'lambda' | 'table' | 'keys') =>
    calls.reduce(
      (sum, { count, parts }) => sum + (part === 'trigger' ? parts[part] * count : parts[part]),
      0,
    );
  const ofPayments = (part: Parameters<typeof perPayment>[0]) => (perPayment(part) * made) / 1e6;
  const months = (most: number) => Math.min(month, most);
  const gigabytes = (bytes: 'rowBytes' | 'indexBytes') =>
    (payments *
      (kept['for ever'][bytes] * month +
        kept['with its page'][bytes] * months(stage.pagesKeptMonths) +
        kept['90 days'][bytes] * months(EVENT_MONTHS))) /
    1e9;
  const logs = made * logBytes + runsAMonth() * RUN_LOG_BYTES;
  // A metric is charged for the hours in which it is measured.
  const measuredShare = 1 - Math.exp(-payments / HOURS);
  const { firewall = 0, gateway = 0 } = stage.standing;
  const requests = calls.filter(({ isRequest }) => isRequest).length * made;
  return {
    ...Object.fromEntries(
      Object.entries(stage.standing).map(([name, count]) => {
        const known = name as keyof Standing;
        return [PRICES[known].of, usdOf(known, count)];
      }),
    ),
    'metrics of our own by use': metrics * measuredShare * PRICES.ownMetric.usd,
    'periodic runs': runsUsd(),
    'API Gateway': ofPayments('trigger'),
    Lambda: ofPayments('lambda'),
    'DynamoDB, units': ofPayments('table'),
    'KMS, requests': ofPayments('keys'),
    'announcements and queue': (2 * made * announcementsUsdPerMillion(batchOf(made))) / 1e6 + idlePollsUsd(),
    'firewall, requests': firewall > 0 ? (requests / 1e6) * PRICES.firewallMillion.usd : 0,
    'NAT gateway, traffic':
      gateway > 0 ? ((2 * made * BANK_CALL_BYTES) / 1e9) * PRICES.egressGigabyte.usd : 0,
    traces: stage.isTraced ? (sampledOf(requests) / 1e6) * PRICES.traceMillion.usd : 0,
    'logs, taken in': logsUsd(logs),
    'logs, kept': ((logs * COMPRESSED) / 1e9) * months(LOG_MONTHS) * PRICES.keptLogGigabyte.usd,
    'DynamoDB, rows and indexes':
      (gigabytes('rowBytes') + gigabytes('indexBytes')) * PRICES.storedGigabyte.usd,
    'DynamoDB, restorable to the second': gigabytes('rowBytes') * PRICES.restorableGigabyte.usd,
    backups:
      gigabytes('rowBytes') *
      (stage.backups.warm * PRICES.copiedGigabyte.usd + stage.backups.cold * PRICES.coldGigabyte.usd),
  };
}

/** The price of each line that no call is counted for. */
const PRICED_BY: Readonly<Record<string, PriceName>> = {
  'logs, kept': 'keptLogGigabyte',
  'DynamoDB, rows and indexes': 'storedGigabyte',
  'DynamoDB, restorable to the second': 'restorableGigabyte',
  backups: 'copiedGigabyte',
};

/** The name of a line, with a star if nobody looked its price up. */
export function titleOf(line: string): string {
  const names = Object.keys(PRICES) as PriceName[];
  const price = PRICED_BY[line] ?? names.find((name) => PRICES[name].of === line);
  return price === undefined || isFromRecord(price) ? line : `${line} *`;
}

/** An amount as far as list prices and counted calls tell it: three figures, and no cents from ten on. */
export const roundedUsd = (usd: number): string =>
  usd < 10 ? usd.toFixed(1) : String(Math.round(Number(usd.toPrecision(3))));

/** Less is not shown. */
export const LEAST_USD = 0.05;

/** The first call of each second, and a twentieth of the others. */
const sampledOf = (calls: number) => {
  const first = Math.min(calls, HOURS * 3600);
  return first + (calls - first) / 20;
};

/** The runs of all periodic functions; the sweep has one each minute too. */
const runs = () =>
  Object.entries(PERIODIC).map(([name, minutes]) => {
    const each = name === 'sweep' ? 1 : name === 'announce' ? MINUTES / 90 : minutes;
    return { name, count: MINUTES / each };
  });
const runsAMonth = () => runs().reduce((sum, { count }) => sum + count, 0);
const runsUsd = () =>
  runs().reduce(
    (sum, { name, count }) => sum + (count * usdPerMillion({ ...runOf(name), kind: 'scheduled' })) / 1e6,
    0,
  );

export const totalOf = (bill: Bill): number => Object.values(bill).reduce((sum, usd) => sum + usd, 0);
