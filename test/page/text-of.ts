// A text of the pages as tests read it.

/** What a text with a number in it is given: a count, a list of one, or a rhythm. */
const OF_THREE: unknown = Object.assign([3], { unit: 'monthly', count: 3, amount: '3' });

/** The text itself, or the text for a count of three. */
export const textOf = (text: unknown): string =>
  String(typeof text === 'function' ? Reflect.apply(text, undefined, [OF_THREE]) : text);
