// Calls of the services that answer in XML.
import { XMLParser } from 'fast-xml-parser';
import { call, type Method, rest } from './aws-calls.ts';
import { type AddressedService, type AwsRequest, addressOf, type Signer } from './aws-request.ts';

/** An element with its children by name; without children its text. Lists are arrays, of any length. */
type Xml = { readonly [name: string]: unknown };

const LISTED = ['member', 'item', 'entry', 'ResourceRecordSet'];
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => LISTED.includes(name) });

/** The content of the outermost element. */
function readXml(text: string): Xml {
  const { '?xml': _, ...outermost } = parser.parse(text) as Xml;
  return (Object.values(outermost)[0] ?? {}) as Xml;
}

/** The members of a list; an element without any is an empty text. */
export const membersOf = <T>(list: unknown): readonly T[] =>
  (Object.values((list ?? {}) as Xml).find(Array.isArray) ?? []) as T[];

/** A map, which is a list of entries with key and value. */
export const mapOf = (list: unknown): Record<string, string> =>
  Object.fromEntries(
    membersOf<{ key: string; value: string }>(list).map(({ key, value }) => [key, value] as const),
  );

type XmlRefusal = { Code?: string; Message?: string };

function saidInXml(text: string) {
  const { Error: one, Errors, RequestId, RequestID } = readXml(text) as Record<string, unknown>;
  const { Code, Message } = (one ??
    (Errors as { Error?: XmlRefusal } | undefined)?.Error ??
    {}) as XmlRefusal;
  return { code: Code, message: Message, requestId: (RequestId ?? RequestID) as string | undefined };
}

/** Calls a service that takes a form. The answer is the operation's result. */
export const query =
  (signer: Signer, service: AddressedService | 'sts', Version: string, url?: URL) =>
  async (Action: string, fields: Readonly<Record<string, string>> = {}): Promise<Xml> => {
    const body = new URLSearchParams({ Action, ...fields, Version }).toString();
    const at = url ?? addressOf(service as AddressedService, signer.region);
    const request: AwsRequest = { service, url: at, body };
    const answer = readXml(await call(request, Action, signer, saidInXml));
    return (answer[`${Action}Result`] ?? answer) as Xml;
  };

/** Calls a service that has a path for each operation. */
export const restInXml = (signer: Signer, service: AddressedService) => {
  const ask = rest(signer, service, saidInXml);
  return async (method: Method, path: string, body?: string): Promise<Xml> =>
    readXml(await ask(method, path, body));
};
