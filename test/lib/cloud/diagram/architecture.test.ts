// The architecture diagram is up to date, complete and valid SVG.
import { readFileSync } from 'node:fs';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Route } from '#routes.ts';
import { drawArchitecture } from '../../../../lib/cloud/diagram/architecture.ts';
import { chartOf } from '../../../../lib/cloud/diagram/chart.ts';
import { countStacks } from '../../../../lib/cloud/diagram/stack-count.ts';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';

const published = readFileSync(new URL('../../../../docs/architecture.svg', import.meta.url), 'utf8');
const drawn = drawArchitecture({ sections: chartOf(ROUTE_TABLE), stacks: countStacks(ROUTE_TABLE) });

describe('docs/architecture.svg', () => {
  it('the published diagram equals the drawn one; if not, run npm run architecture', () => {
    expect(published).toBe(drawn);
  });

  it('the diagram is well-formed, small, and loads nothing', () => {
    expect(XMLValidator.validate(published)).toBe(true);
    expect(published.length).toBeLessThan(40_000);
    expect(published.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /https?:|<script|@import|url\(/,
    );
  });
});

describe('architecture chart', () => {
  it('the chart names every function once', () => {
    const named = chartOf(ROUTE_TABLE).flatMap(({ rows }) => rows.flatMap(({ verbs }) => verbs));
    expect(named).toHaveLength(functionsOf(ROUTE_TABLE).length);
  });

  it('functions of one noun with different needs have separate rows', () => {
    const route = (file: string, needs: Route['needs']): Route => ({
      method: 'GET',
      path: '/x',
      file,
      audience: 'merchant',
      scope: 'read',
      summary: 'x',
      description: [],
      needs,
      rows: [],
      impact: 'x',
    });
    const routes = [route('tea/pour', ['table:get', 'sign']), route('tea/brew', ['table:put', 'acquirer'])];
    const [section] = chartOf({ routes, backgroundFunctions: {} });
    const rows = section?.rows.map(({ noun, verbs, marks }) => [
      noun,
      verbs,
      [...marks].map(([column, kinds]) => `${column} ${[...kinds].join()}`),
    ]);
    expect(rows).toEqual([
      ['tea', ['pour'], ['table light', 'secrets light']],
      ['tea', ['brew'], ['table full', 'secrets full', 'bank full']],
    ]);
  });
});
