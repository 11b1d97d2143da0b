// Checks that a text from outside changes no tag and no attribute of any page.
import { expect } from 'vitest';
import { html, render } from '#page/html.ts';
import { everyPage } from './every-page.ts';

/** The tags with the names of their attributes, without any text. */
function skeleton(page: string): string[] {
  return Array.from(
    page.matchAll(/<(!?\/?[a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi),
    ([, tag, rest = '']) =>
      [tag, ...Array.from(rest.matchAll(/([\w-]+)(?:="[^"]*")?/g), ([, name]) => name)].join(' '),
  );
}

/** The pages without the text, by its bytes: an order with long names shows fewer lines. */
const plain = new Map<number, Record<string, string[]>>();

function plainSkeletons(text: string): Record<string, string[]> {
  const bytes = Math.max(1, Buffer.byteLength(render(html`${text}`)));
  const known = plain.get(bytes);
  if (known !== undefined) return known;
  const pages = Object.entries(everyPage('tr', 'x'.repeat(bytes)));
  const skeletons = Object.fromEntries(pages.map(([name, page]) => [name, skeleton(render(page))]));
  plain.set(bytes, skeletons);
  return skeletons;
}

export function expectSameSkeleton(text: string): void {
  const expected = plainSkeletons(text);
  for (const [name, page] of Object.entries(everyPage('tr', text)))
    expect(skeleton(render(page)), `${name}: ${text}`).toEqual(expected[name]);
}
