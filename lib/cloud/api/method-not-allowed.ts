// 405 with `Allow` for every other verb of a known path. API Gateway itself would say 403, so each path has
// one method for the rest, answered by the gateway without a function behind it.
import {
  AuthorizationType,
  ContentHandling,
  type Method,
  MockIntegration,
  PassthroughBehavior,
  type Resource,
} from 'aws-cdk-lib/aws-apigateway';

const STATUS = '405';
/** A mock reads its status from the request; these are the bodies it may have to look past. */
const BODY_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/xml',
  'multipart/form-data',
  'text/html',
  'text/plain',
  'text/xml',
];

export type Refusal = { body: string; headers: Readonly<Record<string, string>> };

export function refuseOtherVerbs(resource: Resource, verbs: readonly string[], refusal: Refusal): Method {
  const headers = { ...refusal.headers, Allow: `'${[...verbs].sort().join(', ')}'` };
  const named = Object.entries(headers).map(
    ([name, value]) => [`method.response.header.${name}`, value] as const,
  );
  return resource.addMethod(
    'ANY',
    new MockIntegration({
      // All bodies count as binary here, and a mock that is handed bytes fails.
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: Object.fromEntries(BODY_TYPES.map((type) => [type, `{"statusCode":${STATUS}}`])),
      integrationResponses: [
        {
          statusCode: STATUS,
          contentHandling: ContentHandling.CONVERT_TO_TEXT,
          responseParameters: Object.fromEntries(named),
          responseTemplates: { 'application/json': refusal.body },
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        { statusCode: STATUS, responseParameters: Object.fromEntries(named.map(([name]) => [name, true])) },
      ],
    },
  );
}
