// `npm run release`.
import { RELEASE } from '../lib/commands/release.ts';
import { runProgram } from '../lib/commands/run.ts';

await runProgram(RELEASE);
