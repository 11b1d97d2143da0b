// `npm run smoke -- --outputs outputs.json`: checks a stage from outside after its deployment. Exit codes: 0
// if no step failed, 1 otherwise.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setting } from '#setting.ts';
import { HOMES } from '../lib/cloud/function/deployed-function.ts';
import { apiLogGroupName, logGroupNameOf } from '../lib/cloud/function/log-group.ts';
import { explained } from '../lib/operator/aws/aws-refusal.ts';
import { signerInUse } from '../lib/operator/aws/stack-outputs.ts';
import { chooseService } from '../lib/operator/service-choice.ts';
import { openAws } from '../lib/smoke/aws-state.ts';
import { smoke } from '../lib/smoke/smoke.ts';

const USAGE = `Usage: npm run smoke -- --outputs FILE | --stage NAME

Needs AWS credentials that may read alarms, topics and logs and set the state of alarms. With SMOKE_API_KEY,
a key that may create pages, it also opens a page. It sends one urgent message and one for the morning.`;

const NAME_WIDTH = 40;

async function main(): Promise<boolean> {
  const options = {
    outputs: { type: 'string' },
    stage: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(USAGE);
    return true;
  }
  if (values.outputs === undefined && values.stage === undefined) throw new Error('Which stage?');
  await chooseService(values);
  const stage = setting('STAGE');
  const addresses = { api: setting('BASE_URL'), pay: setting('PAY_URL') };
  const names = HOMES.map((home) => logGroupNameOf(stage, home));
  return await smoke(
    {
      stage,
      aws: openAws(await signerInUse()),
      ask: (api, path, request) => fetch(`${addresses[api]}${path}`, { redirect: 'manual', ...request }),
      payUrl: addresses.pay,
      apiKey: process.env['SMOKE_API_KEY'] || undefined,
      logGroupNames: [...names, apiLogGroupName(stage, 'api'), apiLogGroupName(stage, 'pay')],
      sweepLogGroupName: logGroupNameOf(stage, 'background'),
      pause,
      recordsActions: true,
    },
    ({ name, outcome, seen }) => console.log(`${outcome.padEnd(8)} ${name.padEnd(NAME_WIDTH)} ${seen}`),
  );
}

try {
  if (!(await main())) process.exitCode = 1;
} catch (error) {
  console.error(`${explained(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
