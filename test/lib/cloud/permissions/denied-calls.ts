// Runs in CI after a test run with AWS_CALLS: fails if a recorded call is not granted to the deployed
// function.
// `node test/lib/cloud/permissions/denied-calls.ts FOLDER`

import { tableOf } from '../../../../lib/cloud/function/deployed-function.ts';
import { readRecordedCalls } from '../../../harness/recorded-calls.ts';
import { deploymentOf, nestedIn, resourcesOf, synthesize } from '../cloud.ts';
import { deniedCalls, lineOf } from './grant-use.ts';
import { rolesOf } from './iam-policy.ts';

const [folder = ''] = process.argv.slice(2);
const calls = readRecordedCalls(folder);
/** A stage with a console has two functions more. */
const DESK = { stage: 'production', consoleDomain: 'console.example.com' } as const;
const { service, serviceTemplate } = synthesize(DESK, tableOf(deploymentOf(DESK)));
const NAME = 'payment-production-pay-console-session';
const ofConsole = [serviceTemplate, ...nestedIn(service, serviceTemplate)].find((template) =>
  [...resourcesOf(template, 'AWS::Lambda::Function').values()].some(
    ({ Properties }) => Properties['FunctionName'] === NAME,
  ),
);
if (ofConsole === undefined) throw new Error(`No stack has ${NAME}.`);
const desk = rolesOf({ functionsTemplate: ofConsole }, 'production');
const roles = new Map([...desk, ...rolesOf(synthesize(), 'sandbox')]);
const denied = [...new Set(deniedCalls(roles, calls).map(lineOf))];
for (const line of denied.sort()) console.error(`Denied when deployed: ${line}`);
const seen = new Set(calls.map(({ functionName }) => functionName));
console.log(`${calls.length} calls of ${seen.size} functions, ${denied.length} denied`);
// A run that recorded no calls proves nothing.
if (denied.length > 0 || seen.size === 0) process.exitCode = 1;
