// What a command of an operator is. Its row says all that help, refusals, the record of the command and
// docs/commands.md need, as a row of the route table does of an endpoint.
import type { RowName } from '#store/table/row-name.ts';
import type { NewIds } from '../operator/new-ids.ts';
import type { ServiceChoice } from '../operator/service-choice.ts';
import type { OptionName, OptionValues } from './options.ts';

/** What a command reads or writes: kinds of rows, and things that are not in the table. */
type Subject =
  | RowName
  | 'any row'
  | 'lease'
  | 'bank'
  | 'usage plan'
  | 'host records'
  | 'functions'
  | 'account'
  | 'stacks'
  | 'alarms'
  | 'topics'
  | 'logs'
  | 'pages'
  | 'API'
  | 'cdk.context.json'
  /** What the option of this value names. */
  | 'FILE'
  | 'FOLDER';

export type CommandCall = {
  /** The service's time. */
  now: Date;
  /** The ids of the objects that the command may create; its record has those that it declares. */
  ids: NewIds;
  service: ServiceChoice;
  /** The word behind the command, if it takes one. */
  argument: string | undefined;
};

type CreatedIds = readonly (keyof NewIds)[];

type CommandRow<Needed extends OptionName, Taken extends OptionName, OneOf extends OptionName> = {
  /** In sentences, for help and docs. */
  does: string;
  /** The word behind the command: `[FILE]`, `DIGITS`. */
  argument?: string;
  needs?: readonly Needed[];
  takes?: readonly Taken[];
  /** Exactly one of these. */
  oneOf?: readonly OneOf[];
  reads: readonly Subject[];
  writes: readonly Subject[];
  /** The ids of the objects that it creates, where the service does not make them itself. */
  creates?:
    | CreatedIds
    | ((values: OptionValues<Needed, Taken | OneOf>, service: ServiceChoice) => CreatedIds);
  /** When a record of who ran it is written before it acts. */
  recorded: 'always' | 'when confirmed' | 'never';
  /** Returns what is printed: an object, or rows as they are read. Undefined: nothing. */
  run(values: OptionValues<Needed, Taken | OneOf>, call: CommandCall): Promise<unknown>;
};
export type OperatorCommand = CommandRow<OptionName, OptionName, OptionName>;

/** The row of a command, whose work can read the options that the row has and no others. */
export const command = <
  const Needed extends OptionName = never,
  const Taken extends OptionName = never,
  const OneOf extends OptionName = never,
>(
  declared: CommandRow<Needed, Taken, OneOf>,
): OperatorCommand => declared;

/** `npm run NAME`. */
export type Program = {
  name: string;
  does: string;
  /** Whether the options choose a service first, whose code then runs in this process. */
  isOfService: boolean;
  /** By the words that are typed; a program with one command has it under no word. */
  commands: Readonly<Record<string, OperatorCommand>>;
};

export const optionsOf = ({ needs = [], takes = [], oneOf = [] }: OperatorCommand): OptionName[] => [
  ...needs,
  ...oneOf,
  ...takes,
];
