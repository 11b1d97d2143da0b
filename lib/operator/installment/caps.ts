// The commands on the caps of installments: a file is checked rule by rule, then one write makes it hold; the
// list before can hold again (docs/interface/installments.md 4).
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { CATEGORIES, type CapRule } from '#domain/installment/caps.ts';
import { isInstallmentCount } from '#domain/installment/offer.ts';
import { readAmount } from '#domain/money.ts';
import { readDay } from '#domain/time/business-day.ts';
import { loadCaps, saveCaps } from '#store/installment/caps.ts';
import { SettingError } from '../merchant-settings.ts';

/** The caps that ship with the product. */
const SHIPPED_CAPS = new URL('./installment-caps.json', import.meta.url);

/** The rules of a file, by default the shipped one. Throws with all faults, each with its rule's number. */
export function readCapsFile(file: string | URL = SHIPPED_CAPS): CapRule[] {
  let rules: unknown;
  try {
    ({ rules } = JSON.parse(readFileSync(file, 'utf8')) as { rules?: unknown });
  } catch (error) {
    throw new SettingError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  const read = (Array.isArray(rules) ? rules : []).map(readRule);
  const faults = read.flatMap((one, at) => one.faults.map((fault) => `rule ${at + 1}: ${fault}`));
  if (!read.some(({ rule }) => rule.category === undefined))
    faults.push('a rule without a category is missing: it holds for every order');
  if (faults.length > 0) throw new SettingError(`Nothing was changed. ${faults.join('; ')}.`);
  return read.map(({ rule }) => rule);
}

const PRICE = 'a price in TRY such as 5000';
const NAMES = ['category', 'unitPriceUpTo', 'unitPriceAbove', 'personal', 'corporate', 'from', 'source'];

function readRule(rule: unknown): { rule: CapRule; faults: string[] } {
  const values = { ...(typeof rule === 'object' ? rule : {}) } as Record<string, unknown>;
  const faults: string[] = Object.keys(values)
    .filter((name) => !NAMES.includes(name))
    .map((name) => `${name} is no part of a rule`);
  const read = <Value>(name: string, reader: (value: unknown) => Value | undefined, expected: string) => {
    const value = values[name] === undefined ? undefined : reader(values[name]);
    if (value === undefined && (values[name] !== undefined || name in REQUIRED)) {
      faults.push(`${name} is ${expected}`);
    }
    return value;
  };
  const count = (value: unknown) => (isInstallmentCount(Number(value)) ? Number(value) : undefined);
  const price = (value: unknown) => {
    const reading = readAmount(String(value));
    return reading.kind === 'amount' ? reading.amountMinor : undefined;
  };
  const category = read('category', (value) => CATEGORIES.find((one) => one === value), CATEGORIES.join('|'));
  const unitUpToMinor = read('unitPriceUpTo', price, PRICE);
  const unitAboveMinor = read('unitPriceAbove', price, PRICE);
  const personal = read('personal', count, 'a whole number, 1 to 36') ?? 1;
  const corporate = read('corporate', count, 'a whole number, 1 to 36');
  const from = read('from', dayOrUnknown, 'a day such as 2021-06-30, or unknown');
  const source = read('source', (value) => String(value).trim().slice(0, 100) || undefined, 'a text') ?? '';
  return {
    rule: {
      personal,
      source,
      ...(category && { category }),
      ...(unitUpToMinor && { unitUpToMinor }),
      ...(unitAboveMinor && { unitAboveMinor }),
      ...(corporate && { corporate }),
      ...(from && from !== 'unknown' && { from }),
    },
    faults,
  };
}

const REQUIRED = { personal: true, from: true, source: true };

const dayOrUnknown = (value: unknown) =>
  value === 'unknown' || readDay(String(value)).kind === 'day' ? String(value) : undefined;

/** The rules that a list has and another one has not. */
const beyond = (rules: readonly CapRule[], others: readonly CapRule[]) =>
  rules.filter((rule) => !others.some((other) => isDeepStrictEqual(rule, other)));

const comparison = (before: readonly CapRule[], after: readonly CapRule[]) => ({
  rules: after.length,
  added: beyond(after, before),
  removed: beyond(before, after),
});

/** What other rules would change. */
export const changesTo = async (rules: readonly CapRule[]) =>
  comparison((await loadCaps())?.rules ?? [], rules);

const OVERTAKEN = 'Another command changed the caps meanwhile. Repeat.';

export async function importCaps(rules: CapRule[], now: Date): Promise<void> {
  const before = await loadCaps();
  const previous = before && { rules: before.rules, importedAt: before.importedAt };
  const caps = { rules, importedAt: now.toISOString(), ...(previous && { previous }) };
  if (!(await saveCaps(before, caps))) throw new SettingError(OVERTAKEN);
}

/** Imports the shipped caps unless some were imported: the local service has caps from its first start on. */
export async function ensureCaps(now: Date): Promise<void> {
  if ((await loadCaps()) === undefined) await importCaps(readCapsFile(), now);
}

async function requireBefore() {
  const caps = await loadCaps();
  if (caps?.previous === undefined) throw new SettingError('There are no caps before to go back to.');
  return { caps, previous: caps.previous };
}

/** What going back to the caps before would change. */
export async function showWayBackOfCaps() {
  const { caps, previous } = await requireBefore();
  return { importedAt: previous.importedAt, changes: comparison(caps.rules, previous.rules) };
}

/** Switches to the caps before: a second time undoes it. */
export async function goBackToCaps(): Promise<void> {
  const { caps, previous } = await requireBefore();
  const { rules, importedAt } = caps;
  if (!(await saveCaps(caps, { ...previous, previous: { rules, importedAt } })))
    throw new SettingError(OVERTAKEN);
}
