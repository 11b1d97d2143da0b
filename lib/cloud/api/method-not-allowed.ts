// 405 with `Allow` for the other methods of a known path. API Gateway would return 403, so each path has an
// ANY method with a mock integration.
import {
  AuthorizationType,
  ContentHandling,
  type IResource,
  type Method,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { PLAIN_HEADERS, plainMessage } from './gateway-responses.ts';

const STATUS = '405';
/** A mock reads its status from the request template of the body's type, so each type needs a template. */
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

export function rejectOtherMethods(resource: IResource, methods: readonly string[]): Method {
  const headers = { ...PLAIN_HEADERS, Allow: `'${[...methods].sort().join(', ')}'` };
  const parameters = Object.entries(headers).map(
    ([name, value]) => [`method.response.header.${name}`, value] as const,
  );
  return resource.addMethod(
    'ANY',
    new MockIntegration({
      // The API passes all bodies as binary, and a mock integration fails on binary input.
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: Object.fromEntries(BODY_TYPES.map((type) => [type, `{"statusCode":${STATUS}}`])),
      integrationResponses: [
        {
          statusCode: STATUS,
          contentHandling: ContentHandling.CONVERT_TO_TEXT,
          responseParameters: Object.fromEntries(parameters),
          responseTemplates: { 'application/json': plainMessage('METHOD_NOT_ALLOWED') },
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        {
          statusCode: STATUS,
          responseParameters: Object.fromEntries(parameters.map(([name]) => [name, true])),
        },
      ],
    },
  );
}
