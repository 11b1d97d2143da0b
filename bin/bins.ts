// Imports, shows and takes back lists of card ranges: which bank, type and family a card is of.
import { isBin } from '#domain/card/bin.ts';
import { readCommand, runNamed, SERVICE_OPTIONS, SERVICE_USAGE } from '../lib/operator/command-line.ts';
import { chooseService, UsageError } from '../lib/operator/service-choice.ts';

const USAGE = `Usage: npm run bins -- COMMAND [options]

  import [FILE] [--confirm]
            Reads a list of card ranges, by default the one that ships with the product, and shows its faults
            line by line and what it would change. Confirmed, it holds at once.
            FILE is CSV with the columns prefix,bankCode,type,association,commercial,program
            (docs/interface/cards.md 8.4).
  back [--confirm]
            Shows what the list before would change. Confirmed, that one holds again; a second time undoes it.
  caps [FILE] [--confirm]
            Reads the caps of installments by law, by default those that ship with the product, and shows what
            they would change. Confirmed, they hold at once. FILE is JSON
            (docs/interface/installments.md 4.2).
  caps-back [--confirm]
            Shows what the caps before would change. Confirmed, those hold again; a second time undoes it.
  show DIGITS
            What the list that holds tells of the first six or eight digits of a card.

${SERVICE_USAGE}`;

const {
  values,
  optionNames,
  command = '',
} = readCommand(USAGE, { ...SERVICE_OPTIONS, confirm: { type: 'boolean', default: false } });
/** A name of a file may contain blanks. */
const [word, ...rest] = command.split(' ');
const argument = rest.join(' ') || undefined;

const UNCHANGED = { next: 'Nothing was changed. Repeat with --confirm.' };

/** Chooses the service, records a command that changes something, and returns the service's time. */
async function begin(): Promise<Date> {
  const now = await chooseService(values);
  if (!values.confirm) return now;
  const { recordCommand } = await import('../lib/operator/operator-log.ts');
  await recordCommand(`bins ${word}`, { values, optionNames }, now);
  return now;
}

async function importFile(): Promise<unknown> {
  const now = await begin();
  // Imported after the service is chosen: AWS clients read their endpoints when they are created.
  const { changesTo, importList, readListFile } = await import('../lib/operator/bins/bin-lists.ts');
  const { reportOf } = await import('../lib/operator/bins/list-report.ts');
  const list = readListFile(argument);
  const shown = { ...reportOf(list), changes: await changesTo(list.ranges) };
  return { ...shown, ...(values.confirm ? { current: await importList(list.ranges, now) } : UNCHANGED) };
}

async function back(): Promise<unknown> {
  await begin();
  const { goBack, showWayBack } = await import('../lib/operator/bins/bin-lists.ts');
  const way = await showWayBack();
  return { ...way, ...(values.confirm ? { current: await goBack() } : UNCHANGED) };
}

async function caps(): Promise<unknown> {
  const now = await begin();
  const { changesTo, importCaps, readCapsFile } = await import('../lib/operator/installment/caps.ts');
  const rules = readCapsFile(argument);
  const changes = await changesTo(rules);
  if (values.confirm) await importCaps(rules, now);
  return { changes, ...(values.confirm ? { holds: true } : UNCHANGED) };
}

async function capsBack(): Promise<unknown> {
  await begin();
  const { goBackToCaps, showWayBackOfCaps } = await import('../lib/operator/installment/caps.ts');
  const way = await showWayBackOfCaps();
  if (values.confirm) await goBackToCaps();
  return { ...way, ...(values.confirm ? { holds: true } : UNCHANGED) };
}

async function show(): Promise<unknown> {
  if (!isBin(argument ?? '')) throw new UsageError('DIGITS are the first six or eight digits of a card.');
  await begin();
  const { showPrefix } = await import('../lib/operator/bins/bin-lists.ts');
  return await showPrefix(argument ?? '');
}

await runNamed(USAGE, word, { import: importFile, caps, 'caps-back': capsBack, back, show });
