// The options of `npm run merchant -- purge`. Their limits protect cards that cardholders may still use.

import type { ValuesOf } from '../command-line.ts';
import { SettingError } from '../merchant-settings.ts';
import type { PurgePlan } from './card-purge.ts';

export const PURGE_OPTIONS = {
  'expired-months': { type: 'string', default: '18' },
  'unused-months': { type: 'string' },
  'notice-days': { type: 'string', default: '30' },
  confirm: { type: 'boolean', default: false },
} as const;

export const PURGE_USAGE = `\
  purge   [--expired-months 18] [--unused-months N] [--notice-days 30] [--merchant ID] [--confirm]
          Lists the cards, of all merchants or one, that expired or were not used for so long. Confirmed, it
          announces their deletion in the cards' answers, and deletes those whose announced date has come.`;

type PurgeValues = ValuesOf<typeof PURGE_OPTIONS> & { merchant?: string | undefined };

/** Throws a SettingError that names the option. */
export function readPurgePlan(values: PurgeValues, now: Date): PurgePlan {
  const unused = values['unused-months'];
  return {
    merchantId: values.merchant,
    expiredMonths: readMonths('--expired-months', values['expired-months']),
    unusedMonths: unused === undefined ? undefined : readMonths('--unused-months', unused),
    noticeDays: readNumber('--notice-days', values['notice-days'], { min: 30, max: 365 }),
    now,
    isConfirmed: values.confirm,
  };
}

const readMonths = (option: string, text: string) => readNumber(option, text, { min: 6, max: 120 });

function readNumber(option: string, text: string, { min, max }: { min: number; max: number }): number {
  const number = Number(text);
  if (/^\d{1,3}$/.test(text) && number >= min && number <= max) return number;
  throw new SettingError(`${option} is a number from ${min} to ${max}.`);
}
