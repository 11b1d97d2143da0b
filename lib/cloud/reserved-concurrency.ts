// The option `reservedConcurrency`: executions reserved for single functions. No other function can use them,
// and the function itself cannot exceed them.
import * as z from 'zod';

/** Concurrent executions by function name. */
export type ReservedConcurrency = Readonly<Record<string, number>>;

/**
 * With these, a flood on the pages does not stop charges or the merchants' API, and charges at a bank that
 * does not answer do not stop the pages. The authorizer answers 100 calls in milliseconds, and charge events
 * can wait.
 */
const DEFAULT: ReservedConcurrency = { authorizer: 100, charge: 200, sweep: 5 };

/** `true`, `false`, or the executions of each function: `charge=50,hosted-page-pay=100`. */
export const reservedConcurrency = z
  .boolean()
  .or(z.stringbool())
  .transform((isOn): ReservedConcurrency => (isOn ? DEFAULT : {}))
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

export const defaultConcurrency = (production: boolean): ReservedConcurrency => (production ? DEFAULT : {});
