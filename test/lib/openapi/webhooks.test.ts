import { expect, it } from 'vitest';
import { EVENT_TYPE_NAMES } from '#domain/event/event-type.ts';
import { openApiDocument } from '../../../lib/openapi/openapi.ts';

const { webhooks } = (await openApiDocument()) as { webhooks: Record<string, { post: Message }> };
type Message = {
  operationId: string;
  parameters: { name: string }[];
  requestBody: { content: { 'application/json': { schema: { allOf: unknown[] } } } };
};

it('the document has a message for each type of event, with its type and the headers that sign it', () => {
  expect(Object.keys(webhooks)).toEqual([...EVENT_TYPE_NAMES]);
  for (const [type, { post }] of Object.entries(webhooks)) {
    expect(post.parameters.map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(post.requestBody.content['application/json'].schema.allOf).toEqual([
      { $ref: '#/components/schemas/Event' },
      { properties: { type: { const: type } } },
    ]);
  }
  const ids = Object.values(webhooks).map(({ post }) => post.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});
