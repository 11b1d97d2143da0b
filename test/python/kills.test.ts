// A shop on the packed Python client that is killed again and again: `npm run trial -- packed` goes on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packPython } from '../../lib/clients/pack-python.ts';
import { killShop } from '../clients/packed/killed-shop.ts';
import { pythonShop } from '../clients/packed/programs.ts';
import { startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const harness = await startHarness({ events: true, startAt: new Date() });

it('nothing is doubled or missing, although the shop is killed and each first answer is lost', async () => {
  const kills = rounds(24, 4);
  expect(await killShop(harness, pythonShop(packPython(folder)), kills)).toMatchObject({ kills });
});
