// The option `reservedConcurrency`: executions of single functions that no other function can use, and that
// they cannot exceed.
import * as z from 'zod';

/** By the name of a function. */
export type ReservedConcurrency = Readonly<Record<string, number>>;

/**
 * A flood on the pages stops neither charges nor the merchants' API, and charges of a bank that hangs do not
 * stop the pages. The authorizer answers 100 calls in milliseconds, and events of charges wait.
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
