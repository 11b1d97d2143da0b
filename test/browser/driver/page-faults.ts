// Finds faults of a page in a browser: for people with disabilities, and on small screens.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of WCAG 2.2 AA and of axe's own rules, each with its name and elements. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(`${AXE};0`);
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html)))`,
  );
}

/** The properties that animations change by themselves, each once. */
export const ANIMATED = `[...new Set(document.getAnimations().filter(({ animationName }) => animationName)
  .flatMap(({ effect }) => effect.getKeyframes())
  .flatMap(({ offset, computedOffset, easing, composite, ...changed }) => Object.keys(changed)))].sort()`;

/** Finds faults that axe misses: horizontal scrolling of the page or a box, and too small targets. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const targets = [...document.querySelectorAll('a, button, input:not([type=hidden]), summary')];
    const small = targets.filter((target) => {
      if (!target.checkVisibility()) return false;
      const { width, height } = target.getBoundingClientRect();
      return width < 24 || height < 24;
    });
    const boxes = [...document.querySelectorAll('.choices')];
    const hiding = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    const faults = [...small, ...hiding].map((element) => element.outerHTML);
    return wide > 0 ? ['sideways by ' + wide, ...faults] : faults;
  })()`);
}
