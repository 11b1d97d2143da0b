// Which service a command line speaks to: the local one, or a deployed one by the outputs of its deployment.
// Whatever a function would find in its environment is put there, so that the same code runs here.
import { readFileSync } from 'node:fs';
import { SETTINGS } from '#setting.ts';
import { SettingError } from './merchant-settings.ts';

/** The words of the command were wrong: whoever wrote them is shown how they go. */
export class UsageError extends Error {}

type ServiceChoice = {
  /** The file of `cdk deploy --outputs-file`; without it the local service is meant. */
  outputs?: string | undefined;
  /** The local service's address. */
  local?: string | undefined;
};

/** What the simulated bank of a deployed sandbox is known by; production publishes neither. */
const BANK_SETTINGS = ['BANK_URL', 'BANK_TABLE_NAME'];
/** Of the usage plan, where merchants are throttled one by one. */
export const THROTTLE_SETTING = 'MERCHANT_PLAN_ID';

/**
 * Sets the environment; what reads it is to be imported afterwards, because clients read their endpoints when
 * they are made. Answers what time it is there.
 */
export async function chooseService(choice: ServiceChoice): Promise<Date> {
  if (choice.outputs) {
    const outputs = readOutputs(choice.outputs);
    // TABLE_NAME is the output TableName.
    const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
    for (const name of [...SETTINGS, ...BANK_SETTINGS, THROTTLE_SETTING]) {
      const value = outputs.findLast(([output]) => plain(output) === plain(name))?.[1];
      if (value !== undefined) process.env[name] = value;
    }
    return new Date();
  }
  Object.assign(process.env, await askLocalService(choice, 'environment'));
  return new Date((await askLocalService(choice, 'clock'))['now'] ?? '');
}

/** Names and values of all stacks together. */
function readOutputs(file: string): [string, string][] {
  try {
    const stacks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
    const outputs = Object.values(stacks).flatMap((stack) => Object.entries(stack));
    if (outputs.length > 0) return outputs;
  } catch {
    // Missing, no JSON, or another shape: the same to whoever named it.
  }
  throw new UsageError(`${file} is not what \`cdk deploy --outputs-file\` writes.`);
}

/** One of the local service's levers (`/local/...`); with something to send, by POST. */
export async function askLocalService(
  { local }: ServiceChoice,
  path: string,
  sent?: object,
): Promise<Record<string, string>> {
  const url = local || 'http://localhost:3000';
  const request = sent && { method: 'POST', body: JSON.stringify(sent) };
  try {
    const response = await fetch(`${url}/local/${path}`, request);
    const answer = (await response.json()) as Record<string, string>;
    if (response.ok) return answer;
    throw new SettingError(answer['error']);
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new UsageError(`No local service answers at ${url}; start it with: npm start`);
  }
}
