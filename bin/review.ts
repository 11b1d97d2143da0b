// `npm run review`.
import { REVIEW } from '../lib/commands/review.ts';
import { runProgram } from '../lib/commands/run.ts';

await runProgram(REVIEW);
