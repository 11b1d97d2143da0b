// Markup whose holes are always escaped, so that no text of a merchant or a buyer can become markup. Text
// and markup are different types: a string is escaped, and only this file makes `Html`.

const markup: unique symbol = Symbol('markup');

/** Finished markup. The key is a symbol, so nothing that came in as JSON or as a form can pass for it. */
export type Html = { readonly [markup]: string };

/** What may stand in a hole. `undefined`, `null` and `false` leave it empty: `${isTest && html`...`}`. */
type HtmlValue = Html | string | number | undefined | null | false | readonly HtmlValue[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  // HTML knows no NUL; parsers disagree about what becomes of it.
  '\0': '\ufffd',
};

/** Safe as the text of an element and inside a quoted attribute. Not for script, style or bare attributes. */
function escapeText(text: string): string {
  return text.toWellFormed().replace(/[&<>"'`\0]/g, (character) => ESCAPES[character] ?? '');
}

function isHtml(value: object): value is Html {
  return markup in value;
}

/** ` class=` at the end of a literal: the hole behind it is an attribute without quotes. */
const BARE_ATTRIBUTE = /\s[\w-]+=$/;

function toMarkup(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  if (isHtml(value)) return value[markup];
  return value.map(toMarkup).join('');
}

/**
 * `html\`<p class="${name}">${text}</p>\``: every hole is escaped unless it holds `Html` itself. A hole in an
 * attribute without quotes is a mistake in the program: it would end at the first blank of its value.
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
 * Our own constant text as it stands: styles, scripts, drawings. A tag without holes, so that the type
 * checker refuses everything put together at run time. Backslashes keep the meaning they have in a script.
 */
export function raw(literals: TemplateStringsArray, ...none: never[]): Html {
  if (none.length > 0) throw new TypeError('raw text has no holes');
  return { [markup]: literals.raw[0] ?? '' };
}

/** The finished text, for the response's body. */
export function render(page: Html): string {
  return page[markup];
}

/** An address for `href` and `action`: http(s), a path or a query of our own; all else leads nowhere. */
export function webAddress(address: string): string {
  if (/^(\/(?![/\\])|\?)/.test(address)) return address;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : '#';
}
