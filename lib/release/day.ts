// A day of the release check: a merchant begins, or goes on with what another release left.
import { type Books, compareBooks, passDay, readAll } from './books.ts';
import { beginLife, type Life, takeUp } from './life.ts';
import { type Control, openShop } from './shop.ts';

/** Finishes what was left, lets a day pass, and compares with the bank's books. */
export async function continueLives(lives: readonly Life[], control: Control): Promise<Books> {
  // A restarted service goes on at the instant of the last move, seconds before it was stopped.
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
  name: string,
  { baseUrl, control }: { baseUrl: string; control: Control },
): Promise<Life> {
  const { apiKey } = await control('POST', '/merchant', { name: `Kahve ${name}`, threeDSecure: 'always' });
  const { now } = await control('GET', '/clock');
  return await beginLife(name, openShop(baseUrl, String(apiKey)), new Date(String(now)));
}
