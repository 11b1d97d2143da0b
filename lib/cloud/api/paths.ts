// The resources of an API, one for each part of a path, with their methods. Those of an API are a nested
// stack, which CloudFormation counts by itself. API Gateway refuses a second resource for a path, so a path
// that stages have never moves to another stack.
import { NestedStack, Stack } from 'aws-cdk-lib';
import { type IResource, Resource, type RestApi } from 'aws-cdk-lib/aws-apigateway';

export function resourceAt(api: RestApi, path: string): IResource {
  const parts = path.split('/').filter((part) => part !== '');
  let resource: IResource = api.root;
  for (const [at, pathPart] of parts.entries()) {
    const id = parts.slice(0, at + 1).join(' ');
    resource =
      resource.getResource(pathPart) ?? new Resource(pathsOf(api), id, { parent: resource, pathPart });
  }
  return resource;
}

function pathsOf(api: RestApi): NestedStack {
  const [stack, id] = [Stack.of(api), `${api.node.id}Paths`];
  return (stack.node.tryFindChild(id) as NestedStack | undefined) ?? new NestedStack(stack, id);
}
