// An operator's actions on a deployed stage: reading the functions' logs, and running the sweep at a given
// time.
import {
  CreateScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { nameOf } from '../../lib/cloud/deployment.ts';
import { readFunctionLogs } from './emulator.ts';
import { awsEnvironment, KEYS, REGION } from './loopback.ts';
import { type Place, STAGE } from './stage.ts';

export type Operator = {
  /** Schedules an additional sweep, with the target of the regular schedule. */
  sweepAt(instantMs: number): Promise<void>;
  /** All log lines of all functions so far. */
  logLines(): Promise<readonly string[]>;
};

export function openOperator(place: Place, stage = STAGE): Operator {
  const { endpoint, folder, signal, region = REGION } = place;
  const scheduler = new SchedulerClient({ endpoint, region, credentials: KEYS });
  const sweep = nameOf(stage, 'sweep');
  return {
    async sweepAt(instantMs) {
      const { Schedules = [] } = await scheduler.send(new ListSchedulesCommand({ NamePrefix: sweep }));
      // The exact name, because the sweep's schedule for the other minutes has the same prefix.
      const { Name, GroupName } = Schedules.find((one) => one.Name === sweep) ?? {};
      const { Target } = await scheduler.send(new GetScheduleCommand({ Name, GroupName }));
      const at = new Date(Math.ceil(instantMs / 1000) * 1000).toISOString().slice(0, 19);
      await scheduler.send(
        new CreateScheduleCommand({
          Name: `${sweep}-once`,
          GroupName,
          ScheduleExpression: `at(${at})`,
          FlexibleTimeWindow: { Mode: 'OFF' },
          ActionAfterCompletion: 'DELETE',
          Target,
        }),
      );
    },
    async logLines() {
      const printed = await readFunctionLogs(awsEnvironment(endpoint, folder), signal);
      return printed.split('\n').filter((line) => line !== '');
    },
  };
}
