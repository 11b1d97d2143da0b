// `npm run bins`.
import { BINS } from '../lib/commands/bins.ts';
import { runProgram } from '../lib/commands/run.ts';

await runProgram(BINS);
