// The frame of an operator's command: invalid arguments print the usage, a rejection prints its message, a
// result is printed as JSON. A stack trace is never printed.
import { parseArgs } from 'node:util';
import { SettingError } from './merchant-settings.ts';
import { UsageError } from './service-choice.ts';

/** The options by which every command chooses the service. */
export const SERVICE_OPTIONS = { local: { type: 'string' }, outputs: { type: 'string' } } as const;
export const SERVICE_USAGE = `Where:    --local URL       the local service (default http://localhost:3000)
          --outputs FILE    a deployed one: the file of \`cdk deploy --outputs-file FILE\`
`;

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** Parses the options and the command, which may be several words; prints the usage and exits if invalid. */
export function readCommand<Known extends Options>(usage: string, options: Known) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, allowNegative: true, options });
    return { values, command: positionals.join(' ') || undefined };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
    process.exit(1);
  }
}

export async function runCommand(usage: string, work: () => Promise<unknown>): Promise<void> {
  try {
    console.log(JSON.stringify(await work(), null, 2));
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
    else console.error(error instanceof SettingError ? error.message : String(error));
    process.exitCode = 1;
  }
}
