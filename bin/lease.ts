// `npm run lease`.
import { LEASE } from '../lib/commands/lease.ts';
import { runProgram } from '../lib/commands/run.ts';

await runProgram(LEASE);
