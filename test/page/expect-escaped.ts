// Checks that a text cannot leave the element or attribute that contains it.
import { expect } from 'vitest';
import { html, render } from '#page/html.ts';

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", '#96': '`' };

/** The text that a browser reads from escaped text. */
function unescaped(text: string): string {
  return text.replace(/&([a-z]+|#\d+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

export function expectEscaped(text: string): void {
  const page = render(html`<p title="${text}">${text}</p>`);
  const match = /^<p title="([^"<>'`]*)">([^"<>'`]*)<\/p>$/.exec(page);
  const shown = text.toWellFormed().replaceAll('\0', '\ufffd');
  expect(match, page).not.toBeNull();
  expect(unescaped(match?.[1] ?? '')).toBe(shown);
  expect(unescaped(match?.[2] ?? '')).toBe(shown);
}
