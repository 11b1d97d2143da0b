import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENT_TYPE_NAMES } from '#domain/event/event-type.ts';
import { OPENAPI_FILE } from '../../../lib/openapi/openapi.ts';

const { paths, components }: Document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));
type Callback = { '{$request.body#/url}': { post: Message } };
type Document = {
  paths: { '/api/webhook': { post: { callbacks: Record<string, Callback> } } };
  components: { schemas: Record<string, { allOf?: unknown[] }> };
};
type Message = {
  operationId: string;
  parameters: { name: string }[];
  requestBody: { content: { 'application/json': { schema: { $ref: string } } } };
};

const messages = Object.entries(paths['/api/webhook'].post.callbacks).map(
  ([type, callback]) => [type, callback['{$request.body#/url}'].post] as const,
);

it('the document has a message for each type of event, with its type and the headers that sign it', () => {
  expect(messages.map(([type]) => type)).toEqual([...EVENT_TYPE_NAMES, 'webhook.test']);
  for (const [type, post] of messages) {
    expect(post.parameters.map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    const { $ref } = post.requestBody.content['application/json'].schema;
    const schema = components.schemas[$ref.split('/').at(-1) ?? ''];
    const own = { properties: { type: { enum: [type] } } };
    expect(schema?.allOf).toMatchObject([{ $ref: '#/components/schemas/Event' }, own]);
  }
  const ids = messages.map(([, post]) => post.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('an event has the object of its type', () => {
  const { schemas } = components;
  expect(schemas['PaymentSucceededEvent']?.allOf?.[1]).toMatchObject({
    properties: { data: { properties: { object: { $ref: '#/components/schemas/Payment' } } } },
  });
  expect(schemas['CustomerDeletedEvent']?.allOf?.[1]).toMatchObject({
    properties: { data: { properties: { object: { $ref: '#/components/schemas/Deleted' } } } },
  });
});
