// What a deployment needs in its account before it begins: each lack would end the deployment late, or leave
// the stage without a protection. It only reads.
import type { Deployment } from '../cloud/deployment.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import { accountChecks } from './account-checks.ts';
import { addressChecks } from './address-checks.ts';
import type { Check, CheckRow, Lack } from './check.ts';
import { indexChecks } from './index-checks.ts';
import { nameChecks } from './name-checks.ts';
import { releaseChecks } from './release-checks.ts';

type Preflight = { deployment: Deployment; account: string; signer: Signer; qualifier: string };

/** Looks at all at once; a look that AWS denies does not stop the others. */
export async function preflight(place: Preflight): Promise<CheckRow[]> {
  const checks: Check[] = [accountChecks, addressChecks, nameChecks, indexChecks, releaseChecks].flatMap(
    (checksOf) => checksOf(place),
  );
  return await Promise.all(checks.map(rowOf));
}

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

/** A line for each check, and below a lack the command that mends it. */
export function* reportOf(rows: readonly CheckRow[]): Generator<string> {
  for (const { outcome, name, seen, mend } of rows) {
    yield `${outcome.padEnd(8)} ${name.padEnd(NAME_WIDTH)} ${seen}`;
    for (const line of mend ?? []) yield `         ${line}`;
  }
}
