// The smoke test of operators, on the rehearsed stage. The emulator keeps no record of the actions of alarms:
// each counts as done, so the test only checks that the alarms are set and have receivers.
import { strict as assert } from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';
import { HOMES } from '../../../lib/cloud/function/deployed-function.ts';
import { logGroupNameOf } from '../../../lib/cloud/function/log-group.ts';
import { openAws } from '../../../lib/smoke/aws-state.ts';
import { type SmokeRow, smoke } from '../../../lib/smoke/smoke.ts';
import type { RehearsalContext } from '../context.ts';
import { KEYS, REGION } from '../loopback.ts';
import { STAGE } from '../stage.ts';

export async function smokeStage({ report, merchant, endpoint }: RehearsalContext): Promise<void> {
  await report.step(
    'The smoke test of a deployment',
    async () => {
      process.env['AWS_ENDPOINT_URL'] = endpoint;
      const rows: SmokeRow[] = [];
      const aws = openAws({ credentials: KEYS, region: REGION });
      await smoke(
        {
          stage: STAGE,
          aws: { ...aws, actionsSince: aws.actionsOf },
          ask: (api, path, request = {}) =>
            merchant.send(api === 'api' ? 'merchant' : 'buyer', path, request),
          payUrl: merchant.payUrl,
          apiKey: merchant.apiKey,
          logGroupNames: HOMES.map((home) => logGroupNameOf(STAGE, home)),
          sweepLogGroupName: logGroupNameOf(STAGE, 'background'),
          pause,
        },
        (row) => void rows.push(row),
      );
      const failed = rows.filter(({ outcome }) => outcome === 'FAILED');
      assert.deepEqual(
        failed.map(({ name, seen }) => `${name}: ${seen}`),
        [],
      );
      return rows;
    },
    (rows) =>
      `${rows.filter(({ outcome }) => outcome === 'ok').length} of ${rows.length} steps, the others skipped`,
  );
}
