// When a stage began in a Region. A standby begins long after the first stage, with the same table.
import { natural } from '#domain/shape.ts';
import { setting } from '#setting.ts';
import { commit } from './table/commit.ts';
import { stageKey } from './table/keys.ts';
import type { Kind } from './table/kind.ts';
import { loadRow, newItem, row } from './table/row.ts';
import { table } from './table/table.ts';

type StageRow = { beganMs: number };
const STAGE = /* @__PURE__ */ row<StageRow>('stage', () => ({ beganMs: natural }));

export const stageKind = () =>
  ({
    keys: [stageKey('{stage}', '{region}')],
    readBy: 'sweep',
    grants: { stage: 'when the stage began' },
    events: 'nothing: no merchant reads it',
    read: STAGE.find,
  }) satisfies Kind;

const ownKey = async () => stageKey(setting('STAGE'), await table.config.region());

/** When this stage ran for the first time, in milliseconds. Undefined: it is doing so. */
export const loadBeginning = async (): Promise<number | undefined> =>
  (await loadRow(STAGE, await ownKey()))?.beganMs;

export async function writeBeginning(beganMs: number): Promise<void> {
  const item = newItem(await ownKey(), STAGE.attributes({ beganMs }));
  await commit([{ what: 'stage', kind: 'put', item }]);
}
