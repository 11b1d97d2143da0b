// As much of XML as a virtual POS speaks: elements in elements, and texts. Our own, because a parser of all
// of it was a fifth of a function's bundle, and the rest of it is what attacks are made of. What is not one
// whole well-formed document is nothing: half an answer must not pass for one.

/** `text` is what stands in the element itself, references resolved, trimmed of nothing. */
export type XmlElement = { name: string; text: string; children: XmlElement[] };
type XmlContent = string | { [name: string]: XmlContent };

/** No bank nests deeper than three. */
const MAX_DEPTH = 8;

const NAME = '[A-Za-z][\\w.-]*';
const ATTRIBUTE = '[A-Za-z_:][\\w:.-]*\\s*=\\s*(?:"[^"<]*"|\'[^\'<]*\')';
const PIECES = [
  /<\?xml\s[^<>?]*\?>|<!--.*?-->/,
  /<!\[CDATA\[(?<literal>.*?)\]\]>/,
  new RegExp(`<(?<opened>${NAME})(?:\\s+${ATTRIBUTE})*\\s*(?<isEmpty>/?)>`),
  new RegExp(`</(?<closed>${NAME})\\s*>`),
  /&(?<reference>#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z]{1,32});/,
  /(?<text>[^<&]+)/,
];
/** A document is one piece after the other. A document type is none of them: it alone declares entities. */
const ANY_PIECE = new RegExp(PIECES.map(({ source }) => source).join('|'), 'gsy');

/** The root element, or undefined where this is not exactly one whole document. Attributes are ignored. */
export function readXml(xml: string): XmlElement | undefined {
  const document: XmlElement = { name: '', text: '', children: [] };
  const open = [document];
  let end = 0;
  for (const { 0: piece, index, groups = {} } of xml.matchAll(ANY_PIECE)) {
    const { literal, opened, isEmpty, closed, reference, text } = groups;
    const within = open.at(-1);
    if (within === undefined || open.length > MAX_DEPTH) return undefined;
    if (opened !== undefined) {
      const element = { name: opened, text: '', children: [] };
      within.children.push(element);
      if (!isEmpty) open.push(element);
    } else if (closed !== undefined) {
      if (closed !== within.name) return undefined;
      open.pop();
    } else {
      within.text += text ?? literal ?? (reference ? characterOf(reference) : '');
    }
    end = index + piece.length;
  }
  const isWhole = end === xml.length && open.length === 1;
  const { children, text } = document;
  return isWhole && children.length === 1 && text.trim() === '' ? children[0] : undefined;
}

/** One element; its children in the order given, an empty text as an empty element. */
export function writeXml(name: string, content: XmlContent): string {
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

/** What a reference stands for, `#x130` or `lt`; one that nobody has declared stands for itself. */
function characterOf(reference: string): string {
  const itself = `&${reference};`;
  if (!reference.startsWith('#')) return CHARACTER_OF.get(reference) ?? itself;
  const codePoint = Number(reference.replace('#x', '0x').replace('#', ''));
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : itself;
}
