// CloudFormation and API Gateway as far as operators' commands call them: the outputs of stacks, and the keys
// of usage plans with the rules of API Gateway that matter for a repeated command.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

type Key = { id: string; name: string; value: string };
type Answer = { status: number; body: string };
type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Held = { stacks: Map<string, Record<string, string>>; keys: Key[]; members: Set<string> };

/** Runs until the test file ends. */
export function awsModel() {
  const held: Held = { stacks: new Map(), keys: [], members: new Set() };
  const received: Received[] = [];
  const state = { isDenying: false };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body });
      const answer = state.isDenying ? DENIED : answerTo(held, method, url, body);
      response.writeHead(answer.status).end(answer.body);
    });
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => void server.listen(0, listening));
  });
  afterAll(() => void server.close());
  const url = () => `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    ...held,
    received,
    state,
    url,
    /** The merchants of a usage plan. */
    membersOf: (plan: string) =>
      held.keys.filter(({ id }) => held.members.has(`${plan}/${id}`)).map(({ value }) => value),
    environment: () => ({ AWS_ENDPOINT_URL_CLOUDFORMATION: url(), AWS_ENDPOINT_URL_API_GATEWAY: url() }),
  };
}

function answerTo(held: Held, method: string, url: string, body: string): Answer {
  if (url === '/') return describeStack(held, new URLSearchParams(body).get('StackName') ?? '');
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, noun, id = '', , member = ''] = pathname.split('/');
  const parsed = body === '' ? {} : (JSON.parse(body) as Record<string, string>);
  if (noun === 'apikeys' && method === 'POST') return makeKey(held, parsed);
  if (noun === 'apikeys' && method === 'DELETE') return deleteKey(held, id);
  const name = searchParams.get('name') ?? '';
  if (noun === 'apikeys') return json(200, { item: held.keys.filter((key) => key.name.startsWith(name)) });
  const keyId = member || (parsed['keyId'] ?? '');
  const isMember = held.members.has(`${id}/${keyId}`);
  if (method === 'GET' && !isMember) return json(404, { message: 'Invalid Key' });
  if (method === 'POST' && isMember) return json(409, { message: 'Usage Plan already contains the key' });
  held.members.add(`${id}/${keyId}`);
  return json(method === 'POST' ? 201 : 200, { id: keyId });
}

function makeKey({ keys }: Held, { name = '', value = '' }: Record<string, string>): Answer {
  if (keys.some((key) => key.value === value)) return json(409, { message: 'API Key already exists' });
  const key = { id: `key${keys.length + 1}`, name, value };
  keys.push(key);
  return json(201, key);
}

function deleteKey({ keys, members }: Held, id: string): Answer {
  const at = keys.findIndex((key) => key.id === id);
  if (at < 0) return json(404, { message: 'Invalid API Key identifier specified' });
  keys.splice(at, 1);
  for (const member of members) if (member.endsWith(`/${id}`)) members.delete(member);
  return { status: 202, body: '' };
}

function describeStack({ stacks }: Held, name: string): Answer {
  const outputs = stacks.get(name);
  if (outputs === undefined) return { status: 400, body: missing(name) };
  const members = Object.entries(outputs).map(([key, value]) => {
    const escaped = value.replaceAll('&', '&amp;');
    return `<member><OutputValue>${escaped}</OutputValue>\n<OutputKey>${key}</OutputKey></member>`;
  });
  const parameter = '<Parameters><member><ParameterKey>OutputKey</ParameterKey></member></Parameters>';
  const stack = `<member>${parameter}<Outputs>${members.join('\n')}</Outputs></member>`;
  const result = `<DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult>`;
  return { status: 200, body: `<DescribeStacksResponse>${result}</DescribeStacksResponse>` };
}

const json = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) });
const missing = (name: string) =>
  '<ErrorResponse><Error><Code>ValidationError</Code>' +
  `<Message>Stack with id ${name} does not exist</Message></Error></ErrorResponse>`;
const DENIED = json(403, { message: 'User: x is not authorized' });
