// The drawn architecture: it is the app's own, it is whole, and it can be read as any SVG.
import { readFileSync } from 'node:fs';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Route } from '#routes.ts';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { drawArchitecture } from '../../../../lib/cloud/picture/architecture.ts';
import { chartOf } from '../../../../lib/cloud/picture/chart.ts';
import { countStacks } from '../../../../lib/cloud/picture/stack-count.ts';

const published = readFileSync(new URL('../../../../docs/architecture.svg', import.meta.url), 'utf8');
const drawn = drawArchitecture({ sections: chartOf(ROUTE_TABLE), stacks: countStacks(ROUTE_TABLE) });

describe('the published picture', () => {
  it('is the one the app draws of itself; if not: npm run architecture', () => {
    expect(published).toBe(drawn);
  });

  it('is well-formed, small, and asks nobody for anything', () => {
    expect(XMLValidator.validate(published)).toBe(true);
    expect(published.length).toBeLessThan(40_000);
    expect(published.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /https?:|<script|@import|url\(/,
    );
  });
});

describe('the chart', () => {
  it('names every function once', () => {
    const named = chartOf(ROUTE_TABLE).flatMap(({ rows }) => rows.flatMap(({ doors }) => doors));
    expect(named).toHaveLength(functionsOf(ROUTE_TABLE).length);
  });

  it('gives a door its own marks and no other’s', () => {
    const route = (file: string, needs: Route['needs']): Route => ({
      method: 'GET',
      path: '/x',
      file,
      audience: 'merchant',
      summary: 'x',
      description: [],
      needs,
      rows: [],
      impact: 'x',
    });
    const routes = [route('tea/pour', ['table:get', 'sign']), route('tea/brew', ['table:put', 'acquirer'])];
    const [section] = chartOf({ routes, backgroundFunctions: {} });
    const told = section?.rows.map(({ noun, doors, marks }) => [
      noun,
      doors,
      [...marks].map(([column, kinds]) => `${column} ${[...kinds].join()}`),
    ]);
    expect(told).toEqual([
      ['tea', ['pour'], ['table light', 'secrets light']],
      ['tea', ['brew'], ['table full', 'secrets full', 'bank full']],
    ]);
  });
});
