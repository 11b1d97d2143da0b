// The resources of an API, one for each part of a path. API Gateway refuses a second resource for a path, so
// a path that stages have keeps its place: those of the first versions are in the stack of the API, and all
// later ones in a nested stack, which CloudFormation counts by itself.
import { NestedStack, Stack } from 'aws-cdk-lib';
import { type IResource, Resource, type RestApi } from 'aws-cdk-lib/aws-apigateway';

/** Never longer: a new path needs no entry. */
const FIRST_PATHS = [
  '/api/RecurringPayment/preview',
  '/api/RecurringPayment/{id}/cancel',
  '/api/RecurringPayment/{id}/pause',
  '/api/RecurringPayment/{id}/periods/{n}/charge',
  '/api/RecurringPayment/{id}/periods/{n}/waive',
  '/api/RecurringPayment/{id}/preview',
  '/api/RecurringPayment/{id}/resume',
  '/api/RecurringPayment/{id}/transactions',
  '/api/RecurringPayment/{id}/updatelink',
  '/api/Refund/cancellations',
  '/api/Refund/partial',
  '/api/Refund/statistics',
  '/api/Refund/{id}/approve',
  '/api/Refund/{id}/reject',
  '/api/card/query',
  '/api/card/{id}',
  '/api/customer/{id}/addcardlink',
  '/api/customer/{id}/export',
  '/api/event/{id}/deliveries',
  '/api/event/{id}/resend',
  '/api/payment/hostedpage/{token}',
  '/api/payment/{paymentReferenceNumber}',
  '/api/webhook/{id}/replay',
  '/api/webhook/{id}/secret',
  '/api/webhook/{id}/test',
  '/card/{token}/3d/callback',
  '/card/{token}/3d/cancel',
  '/card/{token}/leave',
  '/csp-report',
  '/docs/errors',
  '/iframe/{token}/3d/callback',
  '/iframe/{token}/3d/cancel',
  '/iframe/{token}/leave',
  '/iframe/{token}/return',
  '/{proxy+}',
];
const isFirst = (path: string) => FIRST_PATHS.some((first) => `${first}/`.startsWith(`${path}/`));

export function resourceAt(api: RestApi, path: string): IResource {
  const parts = path.split('/').filter((part) => part !== '');
  let resource: IResource = api.root;
  for (const [at, part] of parts.entries()) {
    resource = resource.getResource(part) ?? create(api, resource, `/${parts.slice(0, at + 1).join('/')}`);
  }
  return resource;
}

function create(api: RestApi, parent: IResource, path: string): IResource {
  const pathPart = path.split('/').at(-1) ?? '';
  if (isFirst(path)) return parent.addResource(pathPart);
  return new Resource(laterPaths(Stack.of(api)), `${api.node.id}${path.replaceAll('/', ' ')}`, {
    parent,
    pathPart,
  });
}

const laterPaths = (stack: Stack) =>
  (stack.node.tryFindChild('LaterPaths') as NestedStack | undefined) ?? new NestedStack(stack, 'LaterPaths');
