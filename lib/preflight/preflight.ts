// What a deployment needs in its account before it begins: each lack would end the deployment late, or leave
// the stage without a protection. It only reads.
import { type AccountTarget, accountChecks, executionsOf } from './account-checks.ts';
import { addressChecks } from './address-checks.ts';
import type { Check, CheckRow, Lack, Target } from './check.ts';
import { nameChecks } from './name-checks.ts';
import { readAliases, releaseChecks } from './release-checks.ts';
import { trailChecks } from './trail-checks.ts';

/** What both the checks and the facts for synthesis need, read once. */
export const openReadings = ({ deployment, signer }: Target) => ({
  executions: executionsOf({ deployment, signer }),
  aliases: readAliases(deployment, signer),
});
type Readings = ReturnType<typeof openReadings>;

/** Looks at all at once; a look that AWS denies does not stop the others. */
export async function preflight(target: AccountTarget & Readings): Promise<CheckRow[]> {
  const checks: Check[] = [
    ...accountChecks(target),
    ...trailChecks(target),
    ...addressChecks(target),
    ...nameChecks(target),
    ...releaseChecks(target),
  ];
  return await rowsOf(checks);
}

export const rowsOf = (checks: readonly Check[]): Promise<CheckRow[]> => Promise.all(checks.map(rowOf));

async function rowOf({ name, look }: Check): Promise<CheckRow> {
  const seen = await look().catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  if (seen instanceof Error) return { name, outcome: 'unread', seen: seen.message };
  return typeof seen === 'string'
    ? { name, outcome: 'ok', seen }
    : { name, outcome: 'LACK', ...(seen satisfies Lack) };
}

const NAME_WIDTH = 36;

/** A line for each check, below a lack the command that mends it, and at the end what is not known. */
export function* reportOf(rows: readonly CheckRow[]): Generator<string> {
  for (const { outcome, name, seen, mend } of rows) {
    yield `${outcome.padEnd(8)} ${name.padEnd(NAME_WIDTH)} ${seen}`;
    for (const line of mend ?? []) yield `         ${line}`;
  }
  const unread = rows.filter(({ outcome }) => outcome === 'unread').length;
  if (unread > 0) yield `${unread} of ${rows.length} were not read, so nothing is known of them: repeat.`;
}
