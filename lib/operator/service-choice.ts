// Chooses the service of a command: the local one, or a deployed one by its stack outputs. The functions'
// environment variables are set in this process, so commands run the same code as functions.
import { readFileSync } from 'node:fs';
import { SETTINGS } from '#setting.ts';
import { SettingError } from './merchant-settings.ts';

/** Invalid arguments; the usage is printed after the message. */
export class UsageError extends Error {}

type ServiceChoice = {
  /** The file of `cdk deploy --outputs-file`; without it the local service is used. */
  outputs?: string | undefined;
  /** The local service's URL. */
  local?: string | undefined;
};

/** Outputs of the simulated bank of a deployed sandbox; production has neither. */
const BANK_SETTINGS = ['BANK_URL', 'BANK_TABLE_NAME'];
/** The usage plan's id, if the deployment throttles merchants. */
export const THROTTLE_SETTING = 'MERCHANT_PLAN_ID';

/**
 * Sets the environment and returns the service's time. Modules with AWS clients must be imported afterwards,
 * because clients read their endpoints when they are created.
 */
export async function chooseService(choice: ServiceChoice): Promise<Date> {
  if (choice.outputs) {
    const outputs = readOutputs(choice.outputs);
    // TABLE_NAME is the output TableName.
    const normalise = (name: string) => name.replaceAll('_', '').toLowerCase();
    for (const name of [...SETTINGS, ...BANK_SETTINGS, THROTTLE_SETTING]) {
      const value = outputs.findLast(([output]) => normalise(output) === normalise(name))?.[1];
      if (value !== undefined) process.env[name] = value;
    }
    return new Date();
  }
  Object.assign(process.env, await callLocalService(choice, 'environment'));
  return new Date((await callLocalService(choice, 'clock'))['now'] ?? '');
}

/** Names and values of all stacks. */
function readOutputs(file: string): [string, string][] {
  try {
    const stacks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
    const outputs = Object.values(stacks).flatMap((stack) => Object.entries(stack));
    if (outputs.length > 0) return outputs;
  } catch {
    // Missing, malformed or of another shape: the message is the same.
  }
  throw new UsageError(`${file} is not what \`cdk deploy --outputs-file\` writes.`);
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
