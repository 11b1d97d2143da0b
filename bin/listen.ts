// `npm run listen`.
import { LISTEN } from '../lib/commands/listen.ts';
import { runProgram } from '../lib/commands/run.ts';

await runProgram(LISTEN);
