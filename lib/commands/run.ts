// Runs a program of commands: reads the command line by the declaration, chooses the service, records who
// runs what, and prints the result. A stack trace is never printed.
import { parseArgs } from 'node:util';
import { defined } from '#domain/defined.ts';
import { explained } from '../operator/aws/aws-refusal.ts';
import { type NewIds, newIds } from '../operator/new-ids.ts';
import { chooseService, type ServiceChoice, UsageError } from '../operator/service-choice.ts';
import { type CommandCall, type OperatorCommand, optionsOf, type Program } from './command.ts';
import { helpOf, helpOfCommand } from './help.ts';
import { OPTIONS, type Option, type OptionName, optionNamed, PLACE_OPTIONS } from './options.ts';

/** Runs the command of this process's arguments. */
export async function runProgram(program: Program): Promise<void> {
  const args = process.argv.slice(2);
  const end = args.findIndex((one) => one.startsWith('-'));
  const first = findCommand(program, args.slice(0, end === -1 ? undefined : end));
  try {
    if (args.includes('--help')) console.log(helpFor(program, first));
    else await print(await run(program, args));
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${helpFor(program, first)}`);
    else console.error(explained(error));
    process.exitCode = 1;
  }
}

type FoundCommand = { words: string; command: OperatorCommand };

const helpFor = (program: Program, found: FoundCommand | undefined) =>
  found ? helpOfCommand(program, found.words, found.command) : helpOf(program);

/** The command of the first words. */
function findCommand({ commands }: Program, words: readonly string[]): FoundCommand | undefined {
  const row = Object.entries(commands).find(
    ([name]) => name === '' || `${words.join(' ')} `.startsWith(`${name} `),
  );
  return row && { words: row[0], command: row[1] };
}

async function run(program: Program, args: readonly string[]): Promise<unknown> {
  const line = parsed(args);
  const found = findCommand(program, line.positionals);
  if (found === undefined) {
    const typed = line.positionals.join(' ');
    throw new UsageError(typed === '' ? 'A command is needed.' : `There is no command ${typed}.`);
  }
  const { values, optionNames, argument } = readLine(program, found, line);
  const { local, stage, outputs } = values as ServiceChoice;
  const service = { local, stage, outputs };
  const now = program.isOfService ? await chooseService(service) : new Date();
  const call = { now, ids: newIds(now), service, argument };
  await record(`${program.name} ${found.words}`, found.command, { values, optionNames, call });
  return await found.command.run(values as never, call);
}

type CommandOptions = {
  values: Readonly<Record<string, unknown>>;
  optionNames: string[];
  argument: string | undefined;
};

/** Before the command acts, so that none acts without a record. */
async function record(
  name: string,
  command: OperatorCommand,
  { values, optionNames, call }: Omit<CommandOptions, 'argument'> & { call: CommandCall },
) {
  const { recorded, creates = [] } = command;
  if (recorded === 'never' || (recorded === 'when confirmed' && values['confirm'] !== true)) return;
  // Imported after the service is chosen: AWS clients read their endpoints when they are created.
  const { recordCommand } = await import('../operator/operator-log.ts');
  const names = typeof creates === 'function' ? creates(values as never, call.service) : creates;
  const created: Partial<NewIds> = Object.fromEntries(names.map((id) => [id, call.ids[id]]));
  await recordCommand(name, { values, optionNames, created, service: call.service }, call.now);
}

/** Throws a UsageError that names what is wrong. `optionNames` are as typed, without those of places. */
function readLine(
  { name, isOfService }: Program,
  { words, command }: FoundCommand,
  line: CommandLine,
): CommandOptions {
  const { needs = [], oneOf = [], argument: word } = command;
  const own = optionsOf(command);
  const known = isOfService ? [...own, ...PLACES] : own;
  const typed = `npm run ${name}${words === '' ? '' : ` -- ${words}`}`;
  const strange = line.options.find((one) => !known.includes(one.name));
  if (strange !== undefined) throw new UsageError(`${typed} takes no ${strange.typed}.`);
  const [argument, ...more] = line.positionals.slice(words === '' ? 0 : words.split(' ').length);
  const surplus = word === undefined ? argument : more[0];
  if (surplus !== undefined) throw new UsageError(`${typed} takes no further word: ${surplus}`);
  const usual = known.flatMap((one) => {
    const { default: value } = optionNamed(one);
    return value === undefined ? [] : [[one, value] as const];
  });
  const values: CommandOptions['values'] = { ...Object.fromEntries(usual), ...line.values };
  for (const one of needs) if (!values[one]) throw new UsageError(`--${one} is needed.`);
  if (oneOf.length > 0 && oneOf.filter((one) => values[one]).length !== 1) {
    throw new UsageError(`One of ${oneOf.map((one) => `--${one}`).join(' and ')} is needed.`);
  }
  for (const one of known) {
    const value = values[one];
    if (typeof value === 'string') optionNamed(one).check?.(one, value);
  }
  const described = line.options.filter((one) => !PLACES.includes(one.name));
  const optionNames = [...new Set(described.map((one) => one.typed.replace(/^-+/, '')))];
  return { values, optionNames, argument };
}

const PLACES = Object.keys(PLACE_OPTIONS) as OptionName[];

type CommandLine = {
  values: Readonly<Record<string, unknown>>;
  positionals: string[];
  options: { name: OptionName; typed: string }[];
};

/** Every option of any command is known, so that the word behind it is read as its value. */
function parsed(args: readonly string[]): CommandLine {
  const options = Object.fromEntries(
    Object.entries<Option>(OPTIONS).map(([name, { type, short, multiple = false }]) => [
      name,
      { type, multiple, ...defined({ short }) },
    ]),
  );
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      allowNegative: true,
      tokens: true,
    });
    const typed = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
    const nameOf = (name: string) => (Object.hasOwn(OPTIONS, name) ? name : name.replace(/^no-/, ''));
    return {
      values,
      positionals,
      options: typed.map(({ name, rawName }) => ({ name: nameOf(name) as OptionName, typed: rawName })),
    };
  } catch (error) {
    throw new UsageError(sentenceOf(error));
  }
}

/** Node's own sentences go on about words that begin with a dash. */
function sentenceOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  const option = /'(?:-\w, )?(-[\w-]+)/.exec(message)?.[1];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${option}.`;
  if (message.includes('does not take')) return `${option} takes no value.`;
  return option === undefined ? message : `${option} needs a value.`;
}

/** An iterable result is printed as it is read: one JSON array, with a line for each member. */
async function print(result: unknown): Promise<void> {
  if (result === undefined) return;
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
