// Field names of a refused 3-D Secure answer, for the log.

/** A word with fewer than four digits, so a card number is not a field name. */
const FIELD_NAME = /^(?!(?:.*\d){4})[a-z][\w.-]{0,39}$/i;

/** The pattern prevents a forger from writing arbitrary text to the log. */
export const namesForLog = (pairs: [Buffer, Buffer][]): string[] =>
  pairs
    .map(([name]) => name.toString('latin1'))
    .filter((name) => FIELD_NAME.test(name))
    .slice(0, 60)
    .sort();
