// Calendar months as text, `2026-11`: they compare and sort as text and mean the same in every process.

/** `YYYY-MM`. */
export type Month = string;

/** The month `months` later, or earlier if negative: 1 after `2026-12` is `2027-01`. */
export function shiftMonth(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const shifted = year * 12 + (number - 1) + months;
  const [shiftedYear, shiftedNumber] = [Math.floor(shifted / 12), (shifted % 12) + 1];
  return `${String(shiftedYear).padStart(4, '0')}-${String(shiftedNumber).padStart(2, '0')}`;
}
