// A shop on the packed TypeScript client that is killed again and again: `npm run trial -- packed` goes on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packTypescript } from '../../../lib/clients/pack-typescript.ts';
import { startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { killShop } from './killed-shop.ts';
import { typescriptShop } from './programs.ts';

const home = mkdtempSync(join(tmpdir(), 'client-killed-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const harness = await startHarness({ events: true, startAt: new Date() });

it('nothing is doubled or missing, although the shop is killed and each first answer is lost', async () => {
  packTypescript(home);
  const kills = rounds(24, 4);
  expect(await killShop(harness, typescriptShop(home), kills)).toMatchObject({ kills });
});
