// CC5, the documents of NestPay: requests written, answers read. Reading is strict, because an answer that is
// cut off, doubled or not XML at all must end as "unknown" and never as an approval.
import { decodeXmlBytes, encodeLatin5Xml } from './latin5.ts';
import { readXml, writeXml, type XmlElement } from './xml.ts';

type Root = 'CC5Request' | 'CC5Response';

/** Child elements in the order they are sent. An empty text is sent as an empty element. */
export type Cc5Elements = { [name: string]: string | Record<string, string> };

/** The texts of a document, trimmed of nothing, character references resolved. */
export type Cc5Document = {
  /** Children of the root. */
  top: ReadonlyMap<string, string>;
  /** Children of the root's Extra. */
  extra: ReadonlyMap<string, string>;
};

/** Writes a document as the bytes to send. A request holds the API password: it is sent and never shown. */
export function writeDocument(root: Root, elements: Cc5Elements): Buffer {
  return encodeLatin5Xml(`<?xml version="1.0" encoding="ISO-8859-9"?>${writeXml(root, elements)}`);
}

/** Reads a document, or undefined when the bytes are not exactly one whole one with this root. */
export function readDocument(
  body: Buffer,
  contentType: string | undefined,
  root: Root,
): Cc5Document | undefined {
  const element = readXml(decodeXmlBytes(body, contentType));
  if (element?.name !== root || element.children.length === 0) return undefined;
  const top = textsOf(element);
  const extra = textsOf(element.children.find(({ name }) => name === 'Extra'));
  return top && extra && { top, extra };
}

/** Texts of an element's children. A child that appears twice contradicts itself: the whole is refused. */
function textsOf({ children }: Pick<XmlElement, 'children'> = { children: [] }) {
  const isTwice = new Set(children.map(({ name }) => name)).size < children.length;
  if (isTwice) return undefined;
  const leaves = children.filter((child) => child.children.length === 0);
  return new Map(leaves.map(({ name, text }) => [name, text]));
}
