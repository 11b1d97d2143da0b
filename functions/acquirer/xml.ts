// Reads and writes the part of XML that a virtual POS uses: nested elements and texts. A full XML parser was
// a fifth of a function's bundle, and attacks use the features beyond this part. Anything but one complete,
// well-formed document is rejected: a truncated answer must not count as an answer.

/** `text` is the element's own text, untrimmed, with references resolved. */
export type XmlElement = { name: string; text: string; children: XmlElement[] };
/** A list is several elements of one name. */
export type XmlContent = string | XmlContent[] | { [name: string]: XmlContent };

/** Banks' documents are at most six levels deep. */
const MAX_DEPTH = 8;

const NAME = '[A-Za-z][\\w.-]*';
const ATTRIBUTE = '[A-Za-z_:][\\w:.-]*\\s*=\\s*(?:"[^"<]*"|\'[^\'<]*\')';
const TOKENS = [
  /<\?xml\s[^<>?]*\?>|<!--.*?-->/,
  /<!\[CDATA\[(?<literal>.*?)\]\]>/,
  new RegExp(`<(?<opened>${NAME})(?:\\s+${ATTRIBUTE})*\\s*(?<isEmpty>/?)>`),
  new RegExp(`</(?<closed>${NAME})\\s*>`),
  /&(?<reference>#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z]{1,32});/,
  /(?<text>[^<&]+)/,
];
/** A document is a sequence of these tokens. A DOCTYPE, which could declare entities, is not among them. */
const ANY_TOKEN = new RegExp(TOKENS.map(({ source }) => source).join('|'), 'gsy');

/** Returns the root element, or undefined unless the text is exactly one document. Attributes are ignored. */
export function readXml(xml: string): XmlElement | undefined {
  const document: XmlElement = { name: '', text: '', children: [] };
  const open = [document];
  let end = 0;
  for (const { 0: token, index, groups = {} } of xml.matchAll(ANY_TOKEN)) {
    const { literal, opened, isEmpty, closed, reference, text } = groups;
    const parent = open.at(-1);
    if (parent === undefined || open.length > MAX_DEPTH) return undefined;
    if (opened !== undefined) {
      const element = { name: opened, text: '', children: [] };
      parent.children.push(element);
      if (!isEmpty) open.push(element);
    } else if (closed !== undefined) {
      if (closed !== parent.name) return undefined;
      open.pop();
    } else {
      parent.text += text ?? literal ?? (reference ? characterOf(reference) : '');
    }
    end = index + token.length;
  }
  const isWhole = end === xml.length && open.length === 1;
  const { children, text } = document;
  return isWhole && children.length === 1 && text.trim() === '' ? children[0] : undefined;
}

/** Writes one element with its children in the given order. An empty text becomes an empty element. */
export function writeXml(name: string, content: XmlContent): string {
  if (Array.isArray(content)) return content.map((one) => writeXml(name, one)).join('');
  const inner =
    typeof content === 'string'
      ? content.replace(/[&<>"']/g, (character) => `&${NAME_OF.get(character)};`)
      : Object.entries(content)
          .map(([child, below]) => writeXml(child, below))
          .join('');
  return `<${name}>${inner}</${name}>`;
}

const PREDEFINED = [
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
] as const;
const CHARACTER_OF: ReadonlyMap<string, string> = new Map(PREDEFINED);
const NAME_OF: ReadonlyMap<string, string> = new Map(
  PREDEFINED.map(([name, character]) => [character, name]),
);

/** The character of a reference such as `#x130` or `lt`. An undeclared reference stays as it is. */
function characterOf(reference: string): string {
  const unresolved = `&${reference};`;
  if (!reference.startsWith('#')) return CHARACTER_OF.get(reference) ?? unresolved;
  const codePoint = Number(reference.replace('#x', '0x').replace('#', ''));
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : unresolved;
}
