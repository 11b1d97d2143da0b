// The frame of an operator's command: invalid arguments print the usage, a rejection prints its message, a
// result is printed as JSON, a long list line by line. A stack trace is never printed.
import { parseArgs } from 'node:util';
import { explained } from './aws/aws-refusal.ts';
import { UsageError } from './service-choice.ts';

/** The options by which every command chooses the service. */
export const SERVICE_OPTIONS = {
  local: { type: 'string' },
  stage: { type: 'string' },
  outputs: { type: 'string' },
} as const;
export const SERVICE_USAGE = `Where:    --local URL       the local service (default http://localhost:3000)
          --stage NAME      a deployed one, by the outputs of its stacks in the account and region in use
          --outputs FILE    the same by the file of \`cdk deploy --outputs-file FILE\`
`;

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;
/** What parsing the options returns. */
export type ValuesOf<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known }>>['values'];

/**
 * Parses the options and the command, which may be several words; prints the usage and exits if they are
 * invalid, or if `--help` is among them. `optionNames` contains the names of the options in the command line,
 * without those set by a default.
 */
export function readCommand<Known extends Options>(usage: string, options: Known) {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    const parsed = parseArgs({ allowPositionals: true, allowNegative: true, tokens: true, options });
    const names = parsed.tokens.flatMap((token) =>
      token.kind === 'option' ? [token.rawName.replace(/^-+/, '')] : [],
    );
    const command = parsed.positionals.join(' ') || undefined;
    return { values: parsed.values, optionNames: [...new Set(names)], command };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
    process.exit(1);
  }
}

/** Runs the command of this name. */
export async function runNamed(
  usage: string,
  name: string | undefined,
  commands: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  await runCommand(usage, async () => {
    const known = new Map(Object.entries(commands)).get(name ?? '');
    if (known !== undefined) return await known();
    throw new UsageError(name ? `There is no command ${name}.` : 'A command is needed.');
  });
}

export async function runCommand(usage: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await print(await work());
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
    else console.error(explained(error));
    process.exitCode = 1;
  }
}

/** An iterable result is printed as it is read: one JSON array, with a line for each member. */
async function print(result: unknown): Promise<void> {
  if (!isAsyncIterable(result)) {
    console.log(JSON.stringify(result, null, 2));
    return;
  }
  let before = '[';
  for await (const member of result) {
    console.log(`${before}${JSON.stringify(member)}`);
    before = ',';
  }
  console.log(before === '[' ? '[]' : ']');
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
