// `npm run preflight`.
import { PREFLIGHT } from '../lib/commands/preflight.ts';
import { runProgram } from '../lib/commands/run.ts';

await runProgram(PREFLIGHT);
