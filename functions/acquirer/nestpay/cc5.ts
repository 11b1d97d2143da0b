// CC5, the XML of NestPay: requests written, answers read. Reading is strict, because an answer that is cut
// off, doubled or not XML at all must end as "unknown" and never as an approval.
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { decodeXmlBytes, encodeLatin5Xml } from './latin5.ts';

/** Child elements in the order they are sent. An empty text is sent as an empty element. */
export type Cc5Elements = { [name: string]: string | Record<string, string> };

/** The texts of an answer, trimmed of nothing, character references resolved. */
export type Cc5Answer = {
  /** Children of CC5Response. */
  top: ReadonlyMap<string, string>;
  /** Children of CC5Response/Extra. */
  extra: ReadonlyMap<string, string>;
};

const builder = new XMLBuilder({ ignoreAttributes: false, suppressEmptyNode: false, format: false });
// Entities are resolved by us, after parsing: the five of XML and numbers, so that nothing can be declared
// and nothing can expand.
const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
});

/** Writes a document as the bytes to send. A request holds the API password: it is sent and never shown. */
export function writeDocument(rootName: 'CC5Request' | 'CC5Response', elements: Cc5Elements): Buffer {
  const xml = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'ISO-8859-9' },
    [rootName]: elements,
  });
  return encodeLatin5Xml(xml);
}

/** Reads an answer, or undefined when the bytes are not exactly one whole CC5Response. */
export function readAnswer(body: Buffer, contentType: string | undefined): Cc5Answer | undefined {
  const root = readDocument(decodeXmlBytes(body, contentType), 'CC5Response');
  if (root === undefined) return undefined;
  const { Extra: extra = '', ...top } = root;
  const topTexts = texts(top);
  const extraTexts = isElement(extra) ? texts(extra) : extra === '' ? new Map() : texts({ Extra: extra });
  return topTexts && extraTexts && { top: topTexts, extra: extraTexts };
}

type Element = { [name: string]: unknown };
const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The root element of an XML text, or undefined when it is not well-formed or has another root. */
export function readDocument(xml: string, rootName: string): Element | undefined {
  // A document type is the only way to declare entities; a bank has no use for one.
  if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY')) return undefined;
  try {
    const document: unknown = parser.parse(xml, true);
    if (!isElement(document)) return undefined;
    const roots = Object.keys(document).filter((name) => name !== '#text');
    const root = document[rootName];
    return roots.length === 1 && isElement(root) ? root : undefined;
  } catch {
    return undefined;
  }
}

/** Texts of an element's children. An element that appears twice contradicts itself: the whole is refused. */
function texts(element: Element): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(element)) {
    if (Array.isArray(value)) return undefined;
    if (name !== '#text' && typeof value === 'string') found.set(name, resolveReferences(value));
  }
  return found;
}

const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Resolves character references and the five predefined entities, once: `&amp;lt;` is the text `&lt;`. */
export function resolveReferences(text: string): string {
  return text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
  });
}
