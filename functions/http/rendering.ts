// How a request is answered: in which language, and under which id.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { preferredLanguage, type Rendering } from './envelope.ts';
import { headerOf } from './request-log.ts';

export function renderingOf(event: APIGatewayProxyEvent): Rendering {
  const { requestId } = event.requestContext;
  return { language: preferredLanguage(headerOf(event, 'accept-language')), requestId };
}
