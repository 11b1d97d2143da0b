import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { readXml, writeXml, type XmlElement } from '#acquirer/xml.ts';
import { rounds } from '../harness/thoroughness.ts';

/** The source of an element, with comments, attributes and CDATA anywhere. */
type ElementSource = {
  name: string;
  text: string;
  isLiteral: boolean;
  attributes: string;
  noise: string;
  children: ElementSource[];
};

// The letters exclude carriage returns, which XML normalises.
const LETTERS = [...'aZ09 \t\n&<>"\'];-_#ğİ€\u{1f600}', '&amp;', ']]>', '<!--'];
const text = fc.array(fc.constantFrom(...LETTERS), { maxLength: 8 }).map((letters) => letters.join(''));
const elementOf = (depth: number): fc.Arbitrary<ElementSource> =>
  fc.record({
    name: fc.constantFrom('A', 'Extra', 'TRX1', 'b.c-d_e'),
    text,
    isLiteral: fc.boolean(),
    attributes: fc.constantFrom('', ' ', ' a="1"', ' b-c:d = \'>\' e=""\n'),
    noise: fc.constantFrom('', '<!-- <A>1</A> -->'),
    children: depth === 0 ? fc.constant([]) : fc.array(elementOf(depth - 1), { maxLength: 3 }),
  });
const document = elementOf(3);

function write({ name, text: own, isLiteral, attributes, noise, children }: ElementSource): string {
  const escaped = writeXml(name, own).slice(name.length + 2, -name.length - 3);
  const shown = isLiteral && !own.includes(']]>') ? `<![CDATA[${own}]]>` : escaped;
  return `<${name}${attributes}>${noise}${shown}${children.map(write).join(noise)}</${name}>`;
}
const expectedElement = ({ name, text: own, children }: ElementSource): XmlElement => {
  return { name, text: own, children: children.map(expectedElement) };
};

const fullParser = new XMLParser({
  preserveOrder: true,
  parseTagValue: false,
  trimValues: false,
  cdataPropName: '#literal',
});
type FullNode = Record<string, unknown>;

/** The document as a full XML parser reads it. */
function readWithFullParser(xml: string): XmlElement | undefined {
  if (XMLValidator.validate(xml) !== true) return undefined;
  const elements = (fullParser.parse(xml) as FullNode[]).flatMap(elementsIn);
  return elements.length === 1 ? elements[0] : undefined;
}

function elementsIn(node: FullNode): XmlElement[] {
  const [name = '', below] = Object.entries(node).find(([key]) => key !== ':@') ?? [];
  if (/^[#?]/.test(name)) return [];
  const nodes = below as FullNode[];
  return [{ name, text: nodes.map(textIn).join(''), children: nodes.flatMap(elementsIn) }];
}

function textIn(node: FullNode): string {
  const literal = node['#literal'] as FullNode[] | undefined;
  return literal ? literal.map(textIn).join('') : String(node['#text'] ?? '');
}

describe('readXml', () => {
  it('a complete document is read like by a full XML parser', () => {
    fc.assert(
      fc.property(document, (root) => {
        const xml = `<?xml version="1.0"?>\n${write(root)}\n`;
        expect(readXml(xml)).toEqual(expectedElement(root));
        expect(readWithFullParser(xml)).toEqual(expectedElement(root));
      }),
      { numRuns: 1_000 },
    );
  });

  it('a damaged document is rejected, or read like by a full XML parser', () => {
    const patch = fc.constantFrom(
      '',
      '',
      '<',
      '>',
      '/',
      '"',
      ' ',
      '</A>',
      '<A>',
      '-->',
      ']]>',
      '<!DOCTYPE a>',
    );
    fc.assert(
      fc.property(document, fc.nat(), fc.nat(9), patch, (root, position, length, patched) => {
        const whole = write(root);
        const at = position % whole.length;
        const xml = whole.slice(0, at) + patched + whole.slice(at + length);
        const read = readXml(xml);
        if (read) expect(readWithFullParser(xml)).toEqual(read);
      }),
      { numRuns: rounds(3_000, 600) },
    );
  });
});
