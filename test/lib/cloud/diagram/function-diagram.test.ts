// The diagram of functions in docs/architecture.md is complete.
import { describe, expect, it } from 'vitest';
import type { Route } from '#routes.ts';
import { drawFunctions } from '../../../../lib/cloud/diagram/function-diagram.ts';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';

describe('the diagram of functions', () => {
  it('the diagram names every function once', () => {
    const boxes = [...drawFunctions(ROUTE_TABLE).matchAll(/<br>(.+)"\]/g)];
    const named = boxes.flatMap(([, verbs = '']) => verbs.split(' · '));
    expect(named).toHaveLength(functionsOf(ROUTE_TABLE).length);
  });

  it('functions of one noun share a box for each caller, with the rights of all of them', () => {
    const route = (file: string, needs: Route['needs'], caller: object = {}) =>
      ({ ...merchant, file, needs, ...caller }) as Route;
    const merchant = {
      method: 'GET',
      path: '/x',
      audience: 'merchant',
      scope: 'read',
      summary: 'x',
      description: [],
      rows: [],
      impact: 'x',
    };
    const routes = [
      route('tea/pour', ['table:get', 'sign', 'schedule:plan']),
      route('tea/brew', ['table:put', 'acquirer', 'schedule:drop']),
      route('tea/taste', ['table:get'], { audience: 'buyer', scope: undefined }),
    ];
    const drawn = drawFunctions({ routes, backgroundFunctions: {} });
    expect(drawn.match(/^ +f\d.*$/gm)?.map((line) => line.trim())).toEqual([
      'f0["<b>tea</b><br>pour · brew"]',
      'f1["<b>tea</b><br>taste"]',
      'f0 -->|signs, opens secrets| keys',
      'f0 -->|plans, drops| schedules',
      'f0 -->|moves money| bank',
    ]);
  });
});
