// Writes and reads CC5, NestPay's XML documents. Reading is strict: an answer that is truncated, duplicated
// or not XML must become "unknown", never an approval.
import { decodeXmlBytes, encodeLatin5Xml } from '../latin5.ts';
import { readXml, writeXml, type XmlElement } from '../xml.ts';

type Root = 'CC5Request' | 'CC5Response';

/** Child elements in the order of sending. An empty text becomes an empty element. */
export type Cc5Elements = { [name: string]: string | Record<string, string> };

/** The texts of a document, untrimmed, with character references resolved. */
export type Cc5Document = {
  /** Children of the root. */
  top: ReadonlyMap<string, string>;
  /** Children of the root's Extra. */
  extra: ReadonlyMap<string, string>;
};

/** Encodes a document. A request contains the API password, so it must not be logged. */
export function writeDocument(root: Root, elements: Cc5Elements): Buffer {
  return encodeLatin5Xml(`<?xml version="1.0" encoding="ISO-8859-9"?>${writeXml(root, elements)}`);
}

/** Returns undefined unless the bytes are exactly one complete document with this root. */
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

/** The texts of an element's children. Returns undefined if a child occurs twice, which is ambiguous. */
function textsOf({ children }: Pick<XmlElement, 'children'> = { children: [] }) {
  const isTwice = new Set(children.map(({ name }) => name)).size < children.length;
  if (isTwice) return undefined;
  const leaves = children.filter((child) => child.children.length === 0);
  return new Map(leaves.map(({ name, text }) => [name, text]));
}
