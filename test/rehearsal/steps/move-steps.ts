// A stage of the last release becomes one of this version, by the two deployments of docs/deploy-options.md,
// while buyers pay. Only `--all` runs it.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { commitOf, lastRelease, unpack } from '../../release/unpack.ts';
import { type MerchantKeys, openMerchant } from '../merchant.ts';
import { paysOnce } from '../recovery.ts';
import type { Report } from '../report.ts';
import { openStage, type Place, type Words } from '../stage.ts';

const NAME = 'staging-moved';
const WORDS = { merchantThrottle: 'false' };
/**
 * The emulator has no deployments of an API: it changes the methods in use one after the other, and answers
 * 500 by itself meanwhile. AWS serves the former deployment until the next one is whole.
 */
const CHANGE_OF_METHODS_MS = 2_000;

export async function moveLastRelease(context: {
  report: Report;
  place: Place;
  pos: AcquirerSettings;
}): Promise<void> {
  const { report, place, pos } = context;
  const root = join(place.folder, 'last-release');
  const former = openStage({ ...place, root }, NAME, WORDS);
  const { merchant, outputs } = await report.step(
    'The last release is deployed, and takes a payment',
    async () => {
      unpack(commitOf(lastRelease()), root);
      await former.synthesise();
      const outputs = await former.deploy();
      const options = ['create', '--name', 'Kitapçı', '--pos', '-'];
      const created = await former.operate('bin/merchant.ts', options, JSON.stringify(pos));
      const merchant = openMerchant(JSON.parse(created) as MerchantKeys, outputs, place.endpoint);
      await paysOnce(merchant, 'BEFORE');
      return { merchant, outputs };
    },
    ({ outputs }) => String(outputs['BaseUrl']),
  );
  // Its table keeps its indexes here; test/store/table/moved-indexes.test.ts moves them.
  const stage = openStage(place, NAME, { ...WORDS, indexes: '0' });
  const deployWhileBuyersPay = async (words: Words) => {
    await stage.synthesise(words);
    let isDeploying = true;
    let payments = 0;
    const missedMs: number[] = [];
    const pay = async () => {
      for (; isDeploying; payments += 1) {
        const paying = paysOnce(merchant, `${Object.keys(words)}-${payments}`);
        await paying.catch(() => missedMs.push(Date.now()));
      }
    };
    const deployment = stage.deploy().finally(() => {
      isDeploying = false;
    });
    const [after] = await Promise.all([deployment, pay()]);
    assert.deepEqual([after['BaseUrl'], after['PayUrl']], [outputs['BaseUrl'], outputs['PayUrl']]);
    await paysOnce(merchant, `${Object.keys(words)}-AFTER`);
    const forMs = missedMs.length === 0 ? 0 : Math.max(...missedMs) - Math.min(...missedMs);
    assert.ok(forMs < CHANGE_OF_METHODS_MS, `${missedMs.length} payments failed in ${forMs} ms.`);
    return `${payments} payments meanwhile, ${missedMs.length} of them not made`;
  };
  await report.step(
    'It becomes this version beside its former functions',
    () => deployWhileBuyersPay({ formerFunctions: 'true' }),
    (payments) => `${payments}; addresses, key and merchant are the same`,
  );
  await report.step(
    'Its former functions end',
    () => deployWhileBuyersPay({}),
    (payments) => payments,
  );
  await stage.destroy();
}
