// Records each command of an operator before it acts: when, who by the AWS identity, which command, about
// what. A command that cannot be recorded does not run.
import { randomBytes } from 'node:crypto';
import { makeUuid } from '#domain/id.ts';
import { type OperatorAction, writeOperatorAction } from '#store/operator-action.ts';
import { table } from '#store/table/table.ts';
import { callerIdentity } from './caller-identity.ts';

type Values = Readonly<Record<string, unknown>>;

/** Options that say where the command runs, not what it does. */
const PLACE = ['local', 'outputs'];

export async function recordCommand(command: string, values: Values, now: Date): Promise<void> {
  const { config } = table;
  const [credentials, region] = await Promise.all([config.credentials(), config.region()]);
  const by = await callerIdentity({ credentials, region });
  await writeOperatorAction(
    { at: now.toISOString(), by, command, ...subjectOf(values) },
    makeUuid(now.getTime(), randomBytes),
  );
}

/** Ids as they are; of every other option only its name, because values may be secrets. */
function subjectOf(values: Values): Pick<OperatorAction, 'options' | 'merchantId' | 'target'> {
  const given = Object.keys(values).filter((name) => values[name] !== undefined && !PLACE.includes(name));
  const idOf = (...names: readonly string[]) =>
    names.map((name) => values[name]).find((value) => typeof value === 'string' && value !== '');
  const [merchantId, target] = [idOf('merchant'), idOf('key', 'payment', 'refund')];
  return {
    options: given.sort(),
    ...(typeof merchantId === 'string' && { merchantId: merchantId.slice(0, 100) }),
    ...(typeof target === 'string' && { target: target.slice(0, 100) }),
  };
}
