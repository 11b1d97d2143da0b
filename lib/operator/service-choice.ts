// Chooses the service of a command: the local service, or a deployed one by its stack outputs, from a file or
// from CloudFormation. It sets the functions' environment variables in this process, so commands run the same
// code as functions.
import { readFileSync } from 'node:fs';
import { SETTINGS } from '#setting.ts';
import { type Output, stackOutputs } from './aws/stack-outputs.ts';
import { THROTTLE_SETTING } from './aws/usage-plan.ts';
import { SettingError } from './merchant-settings.ts';

/** Invalid arguments; the usage is printed after the message. */
export class UsageError extends Error {}

export type ServiceChoice = {
  /** The name of a deployed stage; its outputs are read from CloudFormation. */
  stage?: string | undefined;
  /** The file of `cdk deploy --outputs-file`. Without both options the local service is used. */
  outputs?: string | undefined;
  /** The local service's URL. */
  local?: string | undefined;
};

/** Outputs of the simulated bank of a deployed sandbox; absent in production. */
const BANK_SETTINGS = ['BANK_URL', 'BANK_TABLE_NAME'];

export const isDeployed = ({ stage, outputs }: ServiceChoice): boolean =>
  stage !== undefined || outputs !== undefined;

/**
 * Sets the environment and returns the service's time. Modules with AWS clients must be imported afterwards,
 * because clients read their endpoints when they are created.
 */
export async function chooseService(choice: ServiceChoice): Promise<Date> {
  const chosen = [choice.stage, choice.outputs, choice.local].filter((one) => one !== undefined);
  if (chosen.length > 1) throw new UsageError('One of --stage, --outputs and --local chooses the service.');
  if (isDeployed(choice)) {
    const outputs = choice.stage === undefined ? readOutputs(choice.outputs) : await outputsOf(choice.stage);
    // `TABLE_NAME` is the output `TableName`.
    const normalise = (name: string) => name.replaceAll('_', '').toLowerCase();
    for (const name of [...SETTINGS, ...BANK_SETTINGS, THROTTLE_SETTING, 'CONSOLE_URL']) {
      const value = outputs.findLast(([output]) => normalise(output) === normalise(name))?.[1];
      if (value !== undefined) process.env[name] = value;
    }
    return new Date();
  }
  Object.assign(process.env, await callLocalService(choice, 'environment'));
  return new Date((await callLocalService(choice, 'clock'))['now'] ?? '');
}

async function outputsOf(stage: string): Promise<Output[]> {
  if (!/^[a-z][a-z0-9-]{0,15}$/.test(stage))
    throw new UsageError('--stage is the name of a stage: production.');
  return await stackOutputs(stage);
}

/** The names and values of the outputs of all stacks. */
function readOutputs(file = ''): Output[] {
  try {
    const stacks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
    const outputs = Object.values(stacks).flatMap((stack) => Object.entries(stack));
    if (outputs.length > 0) return outputs;
  } catch {
    // A missing, malformed or different file causes the same error below.
  }
  throw new UsageError(`${file} is not what \`cdk deploy --outputs-file\` writes.`);
}

/** The local sweep runs only after a function has run, and no function writes what a command changes. */
export async function sweepLocally(choice: ServiceChoice): Promise<void> {
  if (!isDeployed(choice)) await callLocalService(choice, 'sweep', {});
}

/** Calls the control API of the local service (`/local/...`), by POST if there is a body. */
export async function callLocalService(
  { local }: ServiceChoice,
  path: string,
  payload?: object,
): Promise<Record<string, string>> {
  const url = local || 'http://localhost:3000';
  const request = payload && { method: 'POST', body: JSON.stringify(payload) };
  try {
    const response = await fetch(`${url}/local/${path}`, request);
    const output = (await response.json()) as Record<string, string>;
    if (response.ok) return output;
    throw new SettingError(output['error']);
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new UsageError(`No local service answers at ${url}; start it with: npm start`);
  }
}
