// `npm run smoke`.

import { runProgram } from '../lib/commands/run.ts';
import { SMOKE } from '../lib/commands/smoke.ts';

await runProgram(SMOKE);
