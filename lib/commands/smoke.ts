// `npm run smoke`: checks a stage from outside after its deployment. Exit codes: 0 if no step failed, 1
// otherwise.
import { setTimeout as pause } from 'node:timers/promises';
import { setting } from '#setting.ts';
import { HOMES } from '../cloud/function/deployed-function.ts';
import { apiLogGroupName, logGroupNameOf } from '../cloud/function/log-group.ts';
import { signerInUse } from '../operator/aws/stack-outputs.ts';
import { chooseService } from '../operator/service-choice.ts';
import { openAws } from '../smoke/aws-state.ts';
import { smoke } from '../smoke/smoke.ts';
import { command, type Program } from './command.ts';

const NAME_WIDTH = 40;

export const SMOKE: Program = {
  name: 'smoke',
  does: 'Checks a stage after its deployment: pages, logs, the sweep, and that alarms arrive.',
  isOfService: false,
  commands: {
    '': command({
      does:
        'Needs AWS credentials that may read alarms, topics and logs and set the state of alarms. With ' +
        'SMOKE_API_KEY, a key that may create pages, it also opens a page. It sends one urgent message ' +
        'and one for the morning.',
      oneOf: ['stage', 'outputs'],
      reads: ['alarms', 'topics', 'logs', 'pages'],
      writes: ['alarms', 'pages'],
      recorded: 'never',
      run: async (values) => {
        await chooseService(values);
        const stage = setting('STAGE');
        const addresses = { api: setting('BASE_URL'), pay: setting('PAY_URL') };
        const names = HOMES.map((home) => logGroupNameOf(stage, home));
        const isWell = await smoke(
          {
            stage,
            aws: openAws(await signerInUse()),
            ask: (api, path, request) =>
              fetch(`${addresses[api]}${path}`, { redirect: 'manual', ...request }),
            payUrl: addresses.pay,
            apiKey: process.env['SMOKE_API_KEY'] || undefined,
            logGroupNames: [...names, apiLogGroupName(stage, 'api'), apiLogGroupName(stage, 'pay')],
            sweepLogGroupName: logGroupNameOf(stage, 'background'),
            pause,
          },
          ({ name, outcome, seen }) => console.log(`${outcome.padEnd(8)} ${name.padEnd(NAME_WIDTH)} ${seen}`),
        );
        if (!isWell) process.exitCode = 1;
      },
    }),
  },
};
