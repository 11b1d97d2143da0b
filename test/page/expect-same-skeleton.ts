// Checks that a text from outside changes no tag and no attribute of any page.
import { expect } from 'vitest';
import { render } from '#page/html.ts';
import { everyPage } from './every-page.ts';

/** The tags with the names of their attributes, without any text. */
function skeleton(page: string): string[] {
  return Array.from(
    page.matchAll(/<(!?\/?[a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi),
    ([, tag, rest = '']) =>
      [tag, ...Array.from(rest.matchAll(/([\w-]+)(?:="[^"]*")?/g), ([, name]) => name)].join(' '),
  );
}

const plain = everyPage('tr', 'x');

export function expectSameSkeleton(text: string): void {
  for (const [name, page] of Object.entries(everyPage('tr', text)))
    expect(skeleton(render(page)), `${name}: ${text}`).toEqual(skeleton(render(plain[name] ?? page)));
}
