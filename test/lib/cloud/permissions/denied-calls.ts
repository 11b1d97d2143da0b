// Runs in CI after a test run with AWS_CALLS: fails if a recorded call is not granted to the deployed
// function.
// `node test/lib/cloud/permissions/denied-calls.ts FOLDER`
import type { AwsCall } from '../../../harness/aws-calls.ts';
import { readRecordedCalls } from '../../../harness/recorded-calls.ts';
import { synthesize } from '../cloud.ts';
import { deniedCalls, lineOf } from './grant-use.ts';
import { rolesOf } from './iam-policy.ts';

const [folder = ''] = process.argv.slice(2);
// A stage whose table moves grants both names of an index (test/lib/cloud/data/moved-table.test.ts).
const ofMovedTable = (call: AwsCall): AwsCall => ({
  ...call,
  resource: call.resource.replace(/(\/index\/)(list|status|lookup|second|due)$/, '$1$2-keys'),
});
const calls = readRecordedCalls(folder).map(ofMovedTable);
const denied = [...new Set(deniedCalls(rolesOf(synthesize(), 'sandbox'), calls).map(lineOf))];
for (const line of denied.sort()) console.error(`Denied when deployed: ${line}`);
const seen = new Set(calls.map(({ functionName }) => functionName));
console.log(`${calls.length} calls of ${seen.size} functions, ${denied.length} denied`);
// A run that recorded no calls proves nothing.
if (denied.length > 0 || seen.size === 0) process.exitCode = 1;
