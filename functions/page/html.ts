// A template tag that escapes every interpolated value, so no text of a merchant or buyer becomes markup.
// Text and markup are different types: strings are escaped, and only this file creates `Html`.
import form from './script/form.json' with { type: 'json' };
import installments from './script/installments.json' with { type: 'json' };
import outcome from './script/outcome.json' with { type: 'json' };

const markup: unique symbol = Symbol('markup');

/** Finished markup. The key is a symbol, so no value parsed from JSON or a form passes for it. */
export type Html = { readonly [markup]: string };

/** A value to interpolate. `undefined`, `null` and `false` give an empty text: `${isTest && html`...`}`. */
type HtmlValue = Html | string | number | undefined | null | false | readonly HtmlValue[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  // HTML does not allow NUL, and parsers treat it differently.
  '\0': '\ufffd',
};

/** Safe in an element and in a quoted attribute, but not in script, style or unquoted attributes. */
function escapeText(text: string): string {
  return text.toWellFormed().replace(/[&<>"'`\0]/g, (character) => ESCAPES[character] ?? '');
}

function isHtml(value: object): value is Html {
  return markup in value;
}

/** ` class=` at the end of a literal: the value after it is in an attribute without quotes. */
const BARE_ATTRIBUTE = /\s[\w-]+=$/;

function toMarkup(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  if (isHtml(value)) return value[markup];
  return value.map(toMarkup).join('');
}

/**
 * `html\`<p class="${name}">${text}</p>\``: every value is escaped unless it is `Html`.
 * @throws TypeError if a value is in an attribute without quotes, which would end at the first space
 */
export function html(literals: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = literals[0] ?? '';
  values.forEach((value, position) => {
    if (BARE_ATTRIBUTE.test(literals[position] ?? '')) throw new TypeError('an attribute needs quotes');
    text += toMarkup(value) + (literals[position + 1] ?? '');
  });
  return { [markup]: text };
}

/**
 * Constant text without escaping: styles, scripts, drawings. The tag allows no interpolation, so the type
 * checker refuses text that is composed at run time. Backslashes are kept as in a script.
 */
export function raw(literals: TemplateStringsArray, ...values: never[]): Html {
  if (values.length > 0) throw new TypeError('raw text has no holes');
  return { [markup]: literals.raw[0] ?? '' };
}

/** The scripts of the pages, by `npm run make -- integrity`. A bundle has those that its pages use. */
export const formScript = (): Html => ({ [markup]: form });
/** For a form with installments, whose script goes on where the form's ends. */
export const installmentScript = (): Html => ({ [markup]: form.replace(/\}\)\(\);$/, () => installments) });
export const outcomeScript = (): Html => ({ [markup]: outcome });

/**
 * Data of an element for the script: `{ notSent: text }` becomes ` data-not-sent="..."`. An empty text gives
 * an attribute without a value, `undefined` none.
 */
export function dataset<Data extends Record<string, string | undefined>>(data: Data): Html {
  const attributes = Object.entries(data).map(([name, value]) => {
    const dashed = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return value === '' ? html` data-${dashed}` : value !== undefined && html` data-${dashed}="${value}"`;
  });
  return html`${attributes}`;
}

/**
 * Constant style, as `raw` text without comments and needless blanks, which every page would otherwise send.
 */
export function style(literals: TemplateStringsArray, ...values: never[]): Html {
  const text = raw(literals, ...values)[markup].replaceAll(/\/\*.*?\*\//gs, '');
  return {
    [markup]: text
      .replaceAll(/\s*([{};,>~])\s*/g, '$1')
      .replaceAll(';}', '}')
      .replaceAll(': ', ':'),
  };
}

/** Returns the markup as text for the response body. */
export function render(page: Html): string {
  return page[markup];
}

/** Returns http(s) addresses, paths and queries unchanged for `href` and `action`, and `#` for all others. */
export function webAddress(address: string): string {
  if (/^(\/(?![/\\])|\?)/.test(address)) return address;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : '#';
}
