// The methods of both APIs, from a synthesized template.
import { type Cloud, type Resource, resourcesOf, textOf } from '../cloud.ts';

export type Method = { api: string; path: string; verb: string; properties: Resource['Properties'] };

export function methodsOf({ functionsTemplate }: Pick<Cloud, 'functionsTemplate'>): Method[] {
  const resources = resourcesOf(functionsTemplate, 'AWS::ApiGateway::Resource');
  const pathOf = (reference: unknown): string => {
    const resource = resources.get(textOf(reference).slice(1, -1));
    if (resource === undefined) return '';
    const { ParentId, PathPart } = resource.Properties;
    return `${pathOf(ParentId)}/${String(PathPart)}`;
  };
  return [...resourcesOf(functionsTemplate, 'AWS::ApiGateway::Method').values()].map(({ Properties }) => ({
    api: /^<(Api|Pay)/.exec(textOf(Properties['RestApiId']))?.[1] ?? '',
    path: pathOf(Properties['ResourceId']),
    verb: String(Properties['HttpMethod']),
    properties: Properties,
  }));
}
