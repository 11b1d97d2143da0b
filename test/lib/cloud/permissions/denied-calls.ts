// Runs in CI after a test run with AWS_CALLS: fails if a recorded call is not granted to the deployed
// function.
// `node test/lib/cloud/permissions/denied-calls.ts FOLDER`

import { readRecordedCalls } from '../../../harness/recorded-calls.ts';
import { everyRole } from './every-role.ts';
import { deniedCalls, lineOf } from './grant-use.ts';

const [folder = ''] = process.argv.slice(2);
const calls = readRecordedCalls(folder);
const denied = [...new Set(deniedCalls(everyRole(), calls).map(lineOf))];
for (const line of denied.sort()) console.error(`Denied when deployed: ${line}`);
const seen = new Set(calls.map(({ functionName }) => functionName));
console.log(`${calls.length} calls of ${seen.size} functions, ${denied.length} denied`);
// A run that recorded no calls proves nothing.
if (denied.length > 0 || seen.size === 0) process.exitCode = 1;
