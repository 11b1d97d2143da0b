// `npm run cost`.
import { COST } from '../lib/commands/cost.ts';
import { runProgram } from '../lib/commands/run.ts';

await runProgram(COST);
