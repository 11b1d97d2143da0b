// A stage says that it is new, so that no alarm takes what did not run yet for a fault.
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, it } from 'vitest';
import type { Lease } from '#domain/lease.ts';
import { forgetLease } from '#flows/lease.ts';
import { setting } from '#setting.ts';
import { describeHolder, loadLease } from '#store/lease.ts';
import { stageKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, moveBy, now } = harness;
const own = (await loadLease()) as Lease;
async function setLease(lease: Lease): Promise<void> {
  const Item = { pk: 'LEASE', ...lease };
  await table.send(new PutCommand({ TableName: setting('LEASE_TABLE_NAME'), Item }));
  forgetLease();
}
afterAll(async () => await setLease(own));

it('the sweep says that a stage is new for two hours, and once for the hour before', async () => {
  const forgetStage = async () => {
    const Key = stageKey(setting('STAGE'), (await describeHolder()).region);
    await table.send(new DeleteCommand({ TableName: tableName(), Key }));
  };
  const said = async () => {
    const from = harness.logs.length;
    await service.lambdas.invoke('sweep', { only: 'buyers' });
    const lines = harness.logs.slice(from).filter((line) => line.includes('"StageIsNew":1'));
    return lines.map((line) => Math.round((now().getTime() - Date.parse(JSON.parse(line).at)) / MINUTE));
  };
  const atFirst = [0, ...Array.from({ length: 12 }, (_, at) => 5 * (at + 1))];
  await forgetStage();
  expect(await said()).toEqual(atFirst);
  expect(await said()).toEqual([0]);
  await moveBy(2 * HOUR);
  expect(await said()).toEqual([]);
  // A standby of an old stage is as new.
  await forgetStage();
  await setLease({ ...own, epoch: 7, region: 'eu-west-1' });
  expect(await said()).toEqual(atFirst);
  expect(await said()).toEqual([0]);
  // A Region that has taken over is not new: its alarms ring at once.
  await setLease({ ...own, epoch: 7, validFromMs: now().getTime() });
  expect(await said()).toEqual([]);
});
