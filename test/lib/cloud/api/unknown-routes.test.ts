import { expect, test } from 'vitest';
import { ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { synthesize, textOf } from '../cloud.ts';
import { type Method, methodsOf } from './methods.ts';

test('all others of merchants, and unknown paths, reach one function, without key or throttle', () => {
  const catching = methodsOf(synthesize()).filter(({ api, verb }) => api === 'Api' && verb === 'ANY');
  // API Gateway would take the other literal paths for a parameter: `GET /api/Refund/partial` is an id.
  expect(catching.map(({ path }) => path).sort()).toEqual([
    '',
    '/api/Refund/cancellations',
    '/api/Refund/partial',
    '/api/card/query',
    '/api/payment/hostedpage',
    '/api/payment/statistics',
    '/{proxy+}',
  ]);
  for (const { properties } of catching) {
    expect(properties).toMatchObject({
      AuthorizationType: 'NONE',
      Integration: { Type: 'AWS_PROXY' },
    });
    expect(properties['ApiKeyRequired'] ?? false).toBe(false);
    const { Uri } = properties['Integration'] as Record<string, unknown>;
    expect(textOf(Uri)).toMatch(/<unknownrouteFunction\w+\.Arn>\/invocations$/);
  }
});

test('no call for a route reaches the function, and every other one does', () => {
  const routed = methodsOf(synthesize()).filter(({ api }) => api === 'Api');
  const fits = (path: string, template: string) =>
    template === '/{proxy+}'
      ? path !== '/'
      : new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+') || '/'}$`).test(path);
  // As measured on API Gateway: the most specific resource that has a method for the call.
  const found = (verb: string, path: string) =>
    routed
      .filter((one) => fits(path, one.path) && (one.verb === verb || one.verb === 'ANY'))
      .sort((one, other) => parameters(one) - parameters(other))[0];
  const parameters = ({ path }: Method) => (path === '/{proxy+}' ? 99 : path.split('{').length);
  const merchants = ROUTE_TABLE.routes.filter(({ audience }) => audience === 'merchant');
  for (const { path } of merchants) {
    const verbs = merchants.filter((one) => one.path === path).map(({ method }) => method as string);
    for (const verb of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']) {
      const method = found(verb, path.replaceAll(/\{\w+\}/g, 'x'));
      expect([verb, path, method?.verb]).toEqual([verb, path, verbs.includes(verb) ? verb : 'ANY']);
      if (verbs.includes(verb)) expect(method?.path).toBe(path);
    }
  }
  for (const path of ['/', '/api', '/api/refund', '/api/customer/', '/x/y/z'])
    expect([path, found('GET', path)?.verb]).toEqual([path, 'ANY']);
});
