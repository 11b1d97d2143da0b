// `npm run merchant`.
import { MERCHANT } from '../lib/commands/merchant.ts';
import { runProgram } from '../lib/commands/run.ts';

await runProgram(MERCHANT);
