// Checks that the functions of this checkout and of the last release work on one table: a deployment shifts
// traffic in steps and may be rolled back, so each release continues with rows of the other.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { freePort } from '../../lib/local/free-port.ts';
import { openReport } from '../rehearsal/report.ts';
import type { Books } from './books.ts';
import { begin, continueLives } from './day.ts';
import { type Life, leaveAll } from './life.ts';
import { startRelease } from './release.ts';
import { PRESENT, unpack } from './unpack.ts';

/** `folder` is an empty folder, `commit` the commit of the last release. */
type CheckOptions = { folder: string; commit: string; print(line: string): void };

/** Throws if a release cannot continue with the other's rows, and prints errors that the functions logged. */
export async function checkReleases({ folder, commit, print }: CheckOptions): Promise<void> {
  const old = join(folder, 'release');
  const report = openReport(print);
  const place = { dataFolder: join(folder, 'data'), port: await freePort() };
  const lives: Life[] = [];
  await report.step(
    'The last release is unpacked',
    async () => unpack(commit, old),
    () => commit,
  );

  const run = async (name: string, root: string, newLife?: string) =>
    await report.step(
      name,
      async () => {
        const service = await startRelease(root, place);
        try {
          const seen = lives.length > 0 ? await continueLives(lives, service.control) : undefined;
          if (newLife) lives.push(await begin({ name: newLife, sellsInstallments: true }, service));
          await leaveAll(lives, service.control);
          assert.deepEqual(service.errors(), []);
          return seen;
        } catch (error) {
          for (const line of service.errors().slice(-5)) print(line);
          throw error;
        } finally {
          await service.stop();
        }
      },
      describe,
    );
  await run('The last release begins', old, 'old');
  await run('This version goes on, and begins objects', PRESENT, 'new');
  await run('The last release goes on with all of them', old);
  const books = await run('This version goes on again', PRESENT);
  assert.ok(books?.surcharged, 'No card paid a surcharge.');
}

const describe = (books: Books | undefined): string =>
  books === undefined
    ? 'objects of every kind'
    : `${books.payments} payments (${books.surcharged} with a surcharge), ${books.taken} TRY taken, ` +
      `${books.given} TRY given back, as at the bank`;
