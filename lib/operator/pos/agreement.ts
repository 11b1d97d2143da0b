// The command `npm run merchant -- agreement`: shows what a merchant has agreed with the bank of a virtual POS,
// or records an agreement that holds from a day on (docs/interface/settlements.md 2).
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { CARD_TYPES } from '#domain/card/bin.ts';
import { defined } from '#domain/defined.ts';
import { isInstallmentCount } from '#domain/installment/offer.ts';
import {
  type Agreement,
  agreementOn,
  ISSUERS,
  type Rate,
  USUAL_BATCH_CLOSE,
} from '#domain/settlement/agreement.ts';
import { LAST_HOLIDAY_YEAR } from '#domain/settlement/holidays.ts';
import { isBatchClose } from '#domain/time/batch-close.ts';
import { addDays, type Day, localDay, readDay } from '#domain/time/business-day.ts';
import { isHeld, loadAgreementsRow, saveAgreements } from '#store/settlement/agreement.ts';
import { currentPosOf } from '#store/virtual-pos.ts';
import { readCsv } from '../csv.ts';
import { SettingError } from '../merchant-settings.ts';
import { requirePos, requirePosOf } from './own-pos.ts';
import { priceDays } from './priced-days.ts';

const COLUMNS = ['cards', 'type', 'installment', 'ratePercent', 'blockedDays'];
const MOST_RATES = 200;
const MOST_AGREEMENTS = 100;
const LONGEST_BLOCKED = 400;
const LONGEST_BACK = 366;
const PPM_OF_PERCENT = 10_000;

type RateCells = Record<string, string | undefined>;

/** The rates of a CSV file whose first line names the columns. Throws with every problem and its line. */
function readRates(text: string): Rate[] {
  const { names, rows } = readCsv(text);
  if (names.length === 0 || names.some((name) => !COLUMNS.includes(name)))
    throw new SettingError(`The first line names some of the columns ${COLUMNS.join(', ')}.`);
  const problems: string[] = [];
  const rates = rows.map(({ line, cells }): Rate => {
    const told = (column: string, says: string) => problems.push(`line ${line}, ${column}: ${says}`);
    return rateIn(cells, told);
  });
  const places = rates.map(({ issuer, type, count }) => `${issuer} ${type} ${count}`);
  for (const [at, place] of places.entries()) {
    if (places.indexOf(place) < at) problems.push(`line ${rows[at]?.line}: such sales have a rate above.`);
  }
  if (rates.length === 0 || rates.length > MOST_RATES)
    problems.push(`An agreement has 1 to ${MOST_RATES} rates.`);
  if (problems.length > 0) throw new SettingError(`Nothing was changed. ${problems.join(' ')}`);
  return rates;
}

function rateIn(cells: RateCells, told: (column: string, says: string) => void): Rate {
  const word = <Word extends string>(column: string, words: readonly Word[]): Word | undefined => {
    const cell = cells[column] ?? '';
    const found = words.find((one) => one === cell);
    if (cell !== '' && !found) told(column, `One of ${words.join(', ')}, or nothing for any.`);
    return found;
  };
  const [issuer, type] = [word('cards', ISSUERS), word('type', CARD_TYPES)];
  const { installment: countCell = '', ratePercent = '', blockedDays = '' } = cells;
  const count = countCell === '' ? undefined : Number(countCell);
  if (count !== undefined && !isInstallmentCount(count)) told('installment', '1 to 36, or nothing for any.');
  const [, whole = '', decimals = ''] = /^(\d{1,2})(?:[.,](\d{1,4}))?$/.exec(ratePercent) ?? [];
  if (whole === '') told('ratePercent', 'A number from 0 to 99 with at most four decimals, such as 1.79.');
  const days = Number(blockedDays);
  if (!/^\d+$/.test(blockedDays) || days > LONGEST_BLOCKED)
    told('blockedDays', `Whole days from the bank day on, 0 to ${LONGEST_BLOCKED}.`);
  return {
    ...(issuer && { issuer }),
    ...(type && { type }),
    ...(count !== undefined && { count }),
    ratePpm: Number(whole) * PPM_OF_PERCENT + Number(decimals.padEnd(4, '0')),
    blockedDays: days,
  };
}

const shown = ({ from, batchCloseAt, recordedAt, replacedAt, rates }: Agreement) => ({
  from,
  batchCloseAt,
  ...defined({ recordedAt, replacedAt }),
  rates: rates.map(({ issuer, type, count, ratePpm, blockedDays }) => ({
    cards: issuer ?? 'any',
    type: type ?? 'any',
    installment: count ?? 'any',
    ratePercent: ratePpm / PPM_OF_PERCENT,
    blockedDays,
  })),
});

type AgreementOptions = {
  /** By default the current POS. */
  posId?: string | undefined;
  /** The path of a file; absent: nothing is recorded. */
  file?: string | undefined;
  /** The first bank day; by default today. A past one only for days without an agreement. */
  from?: string | undefined;
  batchCloseAt?: string | undefined;
};

/**
 * Shows the agreements of the POS, the last first, also those that another one of the same day has replaced. With
 * a file they are recorded with the new one.
 */
export async function agreementOf(
  merchantId: string,
  { posId, file, from, batchCloseAt }: AgreementOptions,
  now: Date,
) {
  const own = await requirePosOf(merchantId);
  const { id, bankCode } = requirePos(own, posId ?? currentPosOf(own.merchant));
  const before = await loadAgreementsRow(merchantId);
  const stored = before?.agreements ?? [];
  const all = stored.filter(isHeld);
  const outcome = (agreements: readonly Agreement[]) => ({
    posId: id,
    bankCode: bankCode ?? null,
    holidaysKnownTo: LAST_HOLIDAY_YEAR,
    agreements: ofPos(agreements, id).map(shown),
    ...(bankCode === undefined && {
      warning: 'Which cards are its own is not known: tell the bank with `pos bank`.',
    }),
  });
  if (file === undefined) {
    if ((from ?? batchCloseAt) === undefined) return outcome(stored);
    throw new SettingError('An agreement is recorded with --table FILE.');
  }
  const begin = requireDay(from, now);
  const closes = requireClose(batchCloseAt, { all, posId: id, begin }, now);
  const rates = readRates(readFileSync(file === '-' ? 0 : file, 'utf8'));
  const [old] = all.filter((one) => one.posId === id && one.from === begin);
  const isRepeat = old?.batchCloseAt === closes && isDeepStrictEqual(old.rates, rates);
  const isPast = begin < localDay(now.getTime());
  if (isPast && !isRepeat && agreementOn(all, id, begin) !== undefined)
    throw new SettingError(`On ${begin} another agreement holds: a day that is over keeps its rates.`);
  const at = now.toISOString();
  const kept = stored.map((one) => (one === old ? { ...one, replacedAt: at } : one));
  const added = { posId: id, from: begin, batchCloseAt: closes, rates, recordedAt: at };
  const agreements = isRepeat ? stored : [...kept, added];
  if (agreements.length > MOST_AGREEMENTS)
    throw new SettingError(`A merchant has at most ${MOST_AGREEMENTS} agreements, replaced ones included.`);
  if (!isRepeat && !(await saveAgreements(before, { merchantId, agreements })))
    throw new SettingError('The agreements were changed meanwhile; try again.');
  if (!isPast) return outcome(agreements);
  return { ...outcome(agreements), pricedDays: await priceDays({ merchantId, posId: id, from: begin }, now) };
}

/** Of the same day the one that was recorded last comes first. */
const ofPos = (agreements: readonly Agreement[], id: string) =>
  agreements
    .filter(({ posId }) => posId === id)
    .toReversed()
    .toSorted((one, other) => other.from.localeCompare(one.from));

function requireDay(from: string | undefined, now: Date): Day {
  const today = localDay(now.getTime());
  const day = from ?? today;
  if (readDay(day).kind === 'day' && day >= addDays(today, -LONGEST_BACK)) return day;
  throw new SettingError(`--from is a day such as ${today}, at most ${LONGEST_BACK} days back.`);
}

/** Another close begins tomorrow at the earliest: today's movements have the day of the old one. */
function requireClose(
  wanted: string | undefined,
  { all, posId, begin }: { all: readonly Agreement[]; posId: string; begin: Day },
  now: Date,
): string {
  const { batchCloseAt: held = USUAL_BATCH_CLOSE } = agreementOn(all, posId, begin) ?? {};
  const closes = wanted ?? held;
  if (!isBatchClose(closes)) throw new SettingError('--batch-close is a time from 00:01 to 24:00.');
  const today = localDay(now.getTime());
  if (closes === held || begin > today) return closes;
  throw new SettingError(`Another --batch-close holds from tomorrow on: --from ${addDays(today, 1)}.`);
}
