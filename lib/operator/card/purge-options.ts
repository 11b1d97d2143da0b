// The options of `npm run merchant -- purge`. Their limits protect cards that cardholders may still use.
import { SettingError } from '../merchant-settings.ts';
import type { PurgePlan } from './card-purge.ts';

type PurgeValues = {
  merchant?: string | undefined;
  'expired-months': string;
  'unused-months'?: string | undefined;
  'notice-days': string;
  confirm?: boolean | undefined;
};

/** Throws a SettingError that names the option. */
export function readPurgePlan(values: PurgeValues, now: Date): PurgePlan {
  const unused = values['unused-months'];
  return {
    merchantId: values.merchant,
    expiredMonths: readMonths('--expired-months', values['expired-months']),
    unusedMonths: unused === undefined ? undefined : readMonths('--unused-months', unused),
    noticeDays: readNumber('--notice-days', values['notice-days'], { min: 30, max: 365 }),
    now,
    isConfirmed: values.confirm === true,
  };
}

const readMonths = (option: string, text: string) => readNumber(option, text, { min: 6, max: 120 });

function readNumber(option: string, text: string, { min, max }: { min: number; max: number }): number {
  const number = Number(text);
  if (/^\d{1,3}$/.test(text) && number >= min && number <= max) return number;
  throw new SettingError(`${option} is a number from ${min} to ${max}.`);
}
