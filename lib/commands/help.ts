// The help of commands, and the page docs/commands.md, by their declaration.
import { type OperatorCommand, optionsOf, type Program } from './command.ts';
import { type OPTIONS, type OptionName, optionNamed, PLACE_OPTIONS, SETTING_OPTIONS } from './options.ts';

const WIDTH = 100;

/** Lines of at most 100 characters, all but the first behind the indent. */
function wrapped(first: string, text: string, indent: string): string {
  const lines = [first];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' || line.endsWith(' ') ? line + word : `${line} ${word}`;
    if (longer.length <= WIDTH || line.trim() === '') lines[lines.length - 1] = longer;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

const isSetting = (name: OptionName) => Object.hasOwn(SETTING_OPTIONS, name);

function shown(name: OptionName): string {
  const { value, short, multiple } = optionNamed(name);
  const typed = short === undefined ? `--${name}` : `-${short}`;
  return `${typed}${value === undefined ? '' : ` ${value}`}${multiple ? ' ...' : ''}`;
}

/** `--merchant ID (--payment REFERENCE | --refund ID) [--note TEXT]`, with the settings in one word. */
function argumentsOf(command: OperatorCommand): string {
  const { argument, needs = [], takes = [], oneOf = [] } = command;
  const taken = takes.filter((name) => !isSetting(name)).map((name) => `[${shown(name)}]`);
  const parts = [
    argument,
    ...needs.map(shown),
    oneOf.length > 0 ? `(${oneOf.map(shown).join(' | ')})` : undefined,
    ...taken,
    takes.some(isSetting) ? '[settings]' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

const INDENT = ' '.repeat(10);

const COLUMN = 36;

function explainedOptions(names: readonly OptionName[]): string[] {
  return names.flatMap((name) => {
    const { says, default: usual } = optionNamed(name);
    if (says === undefined) return [];
    const text = usual === undefined ? says : `${says} (default ${usual})`;
    const typed = `  ${shown(name)}`;
    const [before, first] = typed.length < COLUMN - 1 ? [[], typed.padEnd(COLUMN)] : [[typed], INDENT];
    return [...before, wrapped(first.padEnd(COLUMN), text, ' '.repeat(COLUMN))];
  });
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines];
const placeOf = ({ isOfService }: Program) =>
  section('Where:', isOfService ? explainedOptions(namesIn(PLACE_OPTIONS)) : []);
const namesIn = (options: Partial<typeof OPTIONS>) => Object.keys(options) as OptionName[];

/** The help of one command. */
export function helpOfCommand(program: Program, words: string, command: OperatorCommand): string {
  const parts = [words, argumentsOf(command), program.isOfService ? '[where]' : ''];
  const usage = ['npm run', program.name, '--', ...parts.filter((part) => part !== '')].join(' ');
  return [
    wrapped('Usage: ', usage, INDENT),
    '',
    wrapped('', command.does, ''),
    ...section('Options:', explainedOptions(optionsOf(command))),
    ...placeOf(program),
  ].join('\n');
}

/** The help of a program: all commands, and the options that several of them take. */
export function helpOf(program: Program): string {
  const rows = Object.entries(program.commands);
  const [only] = rows;
  if (only !== undefined && only[0] === '') return helpOfCommand(program, '', only[1]);
  const options = [...new Set(rows.flatMap(([, command]) => optionsOf(command)))];
  const commands = rows.flatMap(([words, command]) => [
    wrapped(`  ${words}  `, argumentsOf(command), INDENT).trimEnd(),
    wrapped(INDENT, command.does, INDENT),
  ]);
  return [
    `Usage: npm run ${program.name} -- COMMAND [options]${program.isOfService ? ' [where]' : ''}`,
    '',
    ...commands,
    ...section('Settings:', explainedOptions(options.filter(isSetting))),
    ...section('Options:', explainedOptions(options.filter((name) => !isSetting(name)))),
    ...placeOf(program),
  ].join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|');
const listed = (names: readonly string[]) => (names.length === 0 ? '-' : names.join(', '));

const MOST_IN_CELL = 200;

/**
 * The first sentences of a text, as many as a cell of the page holds: the help has all of them. None is left out
 * between others, which would seem to be about the one before.
 */
function beginningOf(text: string): string {
  const sentences = text.split(/(?<=\.) (?=[A-Z-])/);
  const fits = (count: number) => sentences.slice(0, count).join(' ').length <= MOST_IN_CELL;
  const tooMany = sentences.findIndex((_, at) => at > 0 && !fits(at + 1));
  return (tooMany === -1 ? sentences : sentences.slice(0, tooMany)).join(' ');
}

const PLACES = namesIn(PLACE_OPTIONS).map(shown).join(' | ');
const WHERE = `Each command also takes \`[${PLACES}]\`; without it, the local service is meant.`;

/** The section of a program in docs/commands.md. */
export function pageOf({ name, does, isOfService, commands }: Program): string {
  const rows = Object.entries(commands).map(([words, command]) => {
    const typed = `\`${`${words} ${argumentsOf(command)}`.trim()}\``;
    const { does: what, reads, writes, recorded } = command;
    return `| ${[typed, beginningOf(what), listed(reads), listed(writes), recorded].map(cell).join(' | ')} |`;
  });
  const head = '| Command | Does | Reads | Writes | Recorded |\n|---|---|---|---|---|';
  return `## npm run ${name}\n\n${does}${isOfService ? ` ${WHERE}` : ''}\n\n${head}\n${rows.join('\n')}\n`;
}
