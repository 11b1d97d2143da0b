// The option `reservedConcurrency`: executions reserved for single functions. No other function can use them,
// and the function itself cannot exceed them.
import * as z from 'zod';

/** Concurrent executions by function name. */
type ReservedConcurrency = Readonly<Record<string, number>>;

/**
 * With these, a flood on the pages does not stop charges or the merchants' API, and charges at a bank that
 * does not answer do not stop the pages. The authorizer answers 100 calls in milliseconds, and charge events
 * can wait.
 */
export const RESERVED_BY_DEFAULT: ReservedConcurrency = { authorizer: 100, charge: 200, sweep: 5 };

/** `true`, `false`, or the executions of each function: `charge=50,hosted-page-pay=100`. */
export const reservedConcurrency = z
  .boolean()
  .or(z.stringbool())
  .transform((isOn): ReservedConcurrency => (isOn ? RESERVED_BY_DEFAULT : {}))
  .or(
    z
      .string()
      .regex(
        /^[a-z-]+=\d{1,5}(?:,[a-z-]+=\d{1,5})*$/,
        'is not true, false or a list such as charge=50,sweep=2',
      )
      .transform(
        (text): ReservedConcurrency =>
          Object.fromEntries(
            text.split(',').map((one) => [one.split('=')[0] ?? '', Number(one.split('=')[1])]),
          ),
      ),
  )
  .optional();

/** By the credentials in use (`CDK_DEFAULT_ACCOUNT`, `CDK_DEFAULT_REGION`). Undefined without any. */
export type Place = { account?: string | undefined; region?: string | undefined };

/** The name under which `npm run preflight` notes the executions of an account in cdk.context.json. */
export const concurrencyFact = ({ account = '', region = '' }: Place) =>
  `payment:concurrency:account=${account}:region=${region}`;

/** AWS keeps so many executions of an account for functions without a reservation. */
export const UNRESERVED = 100;
const sumOf = (reserved: ReservedConcurrency) =>
  Object.values(reserved).reduce((sum, executions) => sum + executions, 0);
const WANTED = sumOf(RESERVED_BY_DEFAULT);
/** The executions that an account needs for the whole default. */
export const WHOLE = UNRESERVED + WANTED;
/** With a smaller share a reservation would limit its function more than it protects it. */
const SMALLEST_SHARE = 0.2;

/**
 * The default in production: shares of what the account can reserve. An account of 10 executions, as a new
 * one has, can reserve none. `limit` are all its executions; undefined: they are not known.
 */
export function concurrencyOf(
  chosen: ReservedConcurrency | undefined,
  production: boolean,
  limit: unknown,
): {
  reservedConcurrency: ReservedConcurrency;
  /** Of what was chosen, or of the whole default. */
  wantedExecutions: number;
  /** True if the default was taken without knowing how many executions the account has. */
  isConcurrencyGuessed: boolean;
} {
  const wanted = chosen ?? (production ? RESERVED_BY_DEFAULT : {});
  const isDefault = wanted === RESERVED_BY_DEFAULT;
  const wantedExecutions = sumOf(wanted);
  if (!isDefault || limit === undefined) {
    return { reservedConcurrency: wanted, wantedExecutions, isConcurrencyGuessed: isDefault };
  }
  const share = Math.min(1, (Number(limit) - UNRESERVED) / WANTED);
  const shares = Object.entries(RESERVED_BY_DEFAULT).map(
    ([name, most]) => [name, Math.floor(most * share)] as const,
  );
  const reserved = share < SMALLEST_SHARE ? [] : shares;
  return {
    reservedConcurrency: Object.fromEntries(reserved),
    wantedExecutions,
    isConcurrencyGuessed: false,
  };
}
