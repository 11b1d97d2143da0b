// A day of the release check: a new merchant begins, or a release continues with merchants of another
// release.
import { type Books, compareBooks, passDay, readAll } from './books.ts';
import { beginLife, type Life, takeUp } from './life.ts';
import { type Control, openShop } from './shop.ts';

/** Finishes the unfinished objects, lets a day pass, and compares the payments with the bank's books. */
export async function continueLives(lives: readonly Life[], control: Control): Promise<Books> {
  // Makes work that fell due before or during the restart run first.
  await control('POST', '/clock', { by: 'PT1M' });
  for (const life of lives) {
    await readAll(life);
    await takeUp(life);
  }
  await passDay(lives, control);
  for (const life of lives) await readAll(life);
  return await compareBooks(lives, control);
}

export async function begin(
  kind: { name: string; sellsInstallments: boolean },
  { baseUrl, control }: { baseUrl: string; control: Control },
): Promise<Life> {
  const { apiKey } = await control('POST', '/merchant', {
    name: `Kahve ${kind.name}`,
    threeDSecure: 'always',
  });
  const { now } = await control('GET', '/clock');
  return await beginLife(kind, openShop(baseUrl, String(apiKey)), new Date(String(now)));
}
