// One function answers every call that no route answers. API Gateway takes the most specific resource that
// has a method for the call, and `{proxy+}` if none has one, so other methods of a path need no resource.
import { AuthorizationType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type Address, isParameter, routesAt, segmentsOf } from '#routes/nearest-route.ts';
import type { Invoker } from './invoker.ts';
import { resourceAt } from './paths.ts';
import { acknowledgeOpen, integrationOf } from './rest-api.ts';

export function catchUnknownRoutes(
  api: RestApi,
  invoker: Invoker,
  routes: readonly Address[],
  functionArn: string,
): void {
  const integration = integrationOf(invoker, functionArn);
  // `{proxy+}` does not match the root.
  for (const path of ['/', '/{proxy+}', ...shadowedPaths(routes)]) {
    const method = resourceAt(api, path).addMethod('ANY', integration, {
      authorizationType: AuthorizationType.NONE,
    });
    acknowledgeOpen(
      method,
      'Answers 308, 404 and 405 to every caller; the function reads and writes nothing.',
    );
  }
}

/**
 * Literal paths for whose other methods API Gateway would take a path with a parameter: `GET
 * /api/Refund/partial` would be the refund `partial`.
 */
function shadowedPaths(routes: readonly Address[]): string[] {
  const paths = [...new Set(routes.map(({ path }) => path))];
  return paths.filter((path) => {
    const own = routes.filter((route) => route.path === path).map(({ method }) => method);
    const others = routes.filter((route) => route.path !== path && !own.includes(route.method));
    return !segmentsOf(path).some(isParameter) && routesAt(segmentsOf(path), others).length > 0;
  });
}
