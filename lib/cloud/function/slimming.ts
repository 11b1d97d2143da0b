// Leaves out of a bundle what no function runs, because every kilobyte lengthens the cold starts. Most of it
// is code of the AWS clients, whose versions are locked. If an update renames or rewrites one of these files,
// it is bundled whole, and the test of the functions' sizes fails.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { render, style } from '#page/html.ts';

/** The files of the clients that no call reaches, and what takes their place. */
const REPLACED: Readonly<Record<string, string>> = {
  // For a Node whose crypto has no SHA-256.
  'checksum/sha256/Sha256Js': 'export class Sha256Js {}',
  // For operations that discover their endpoint. DynamoDB has none; its client would be ready for them.
  'middleware-endpoint-discovery/dist-es/index': `export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {};
    export const resolveEndpointDiscoveryConfig = (config) => config;`,
  'commands/DescribeEndpointsCommand': 'export const DescribeEndpointsCommand = undefined;',
  // For the messages of event streams.
  'signature-v4/dist-es/HeaderFormatter': 'export class HeaderFormatter {}',
  // For answers that are read as a stream.
  'util-stream/sdk-stream-mixin': 'export const sdkStreamMixin = (stream) => stream;',
  // For the retry mode "adaptive"; ours is "standard".
  'util-retry/AdaptiveRetryStrategy':
    "export { StandardRetryStrategy as AdaptiveRetryStrategy } from './StandardRetryStrategy';",
  // For times in headers and bodies. `Date` reads the same forms; it only is less strict.
  'serde/date-utils': `const read = (text) => (text == null ? undefined : new Date(text));
    export { read as parseRfc3339DateTime, read as parseRfc3339DateTimeWithOffset };
    export { read as parseRfc7231DateTime };
    export const parseEpochTimestamp = (seconds) => read(seconds && Math.round(seconds * 1000));
    export const dateToUtcString = (date) => date.toUTCString();`,
  'serde/schema-serde-lib/schema-date-utils': `export {
      parseEpochTimestamp as _parseEpochTimestamp,
      parseRfc3339DateTimeWithOffset as _parseRfc3339DateTimeWithOffset,
      parseRfc7231DateTime as _parseRfc7231DateTime,
    } from '../date-utils';`,
  // For a client with a logger. Ours have none, because requests contain cards.
  'middleware-logger/loggerMiddleware': `export const [loggerMiddleware, loggerMiddlewareOptions] = [];
    export const getLoggerPlugin = () => ({ applyToStack() {} });`,
  'smithy-client/schemaLogFilter': 'export const schemaLogFilter = (schema, data) => data;',
  // For an older Node. The version is that of the function's runtime.
  'client/emitWarningIfUnsupportedVersion':
    'export const [emitWarningIfUnsupportedVersion, state] = [() => {}, {}];',
  // For clients with extensions. Ours have none.
  'client-[^/]+/dist-es/runtimeExtensions': 'export const resolveRuntimeExtensions = (config) => config;',
  // The retry mode and the kind of endpoint, for the statistics in the header of the user agent.
  'middleware-user-agent/check-features': 'export const checkFeatures = async () => {};',
  // For S3.
  'service-customizations/index': 'export const resolveParamsForS3 = async (params) => params;',
  // Made when they are loaded, used or not, with the commands that they send.
  'lib-dynamodb/dist-es/pagination/index': '',
  // Lambda configures a client by its environment: it has no configuration files and no instance metadata.
  'shared-ini-file-loader/loadSharedConfigFiles': `export { CONFIG_PREFIX_SEPARATOR } from './constants';
    export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
  'regionConfig/getInstanceMetadataRegion': 'export const getInstanceMetadataRegion = async () => undefined;',
};

/**
 * The errors whose class a function asks for, and the one that is retried for a member of its class. All
 * others arrive as the base error of their client, with the same name, message and status.
 */
export const KNOWN_ERRORS = [
  'ConditionalCheckFailedException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'ConflictException',
  'ResourceNotFoundException',
  'ReplicatedWriteConflictException',
];

/**
 * Two habits of a client keep unused schemas: it registers every error, and its keys are constants, which
 * might have side effects. Here it registers the known errors, and `[_e]: _c` becomes `"error": _c`. Of a
 * table that is described, functions read the id.
 */
function usedSchemas(schemas: string): string {
  const constants = new Map(
    [...schemas.matchAll(/^const (_\w+) = ("[^"]*");$/gm)].map(([, name, value]) => [name, value]),
  );
  return schemas
    .replaceAll(/^n0_registry\.registerError\((\w+)\$, \1\);$/gm, (line, name: string) =>
      KNOWN_ERRORS.includes(name) ? line : '',
    )
    .replaceAll(/\[(_\w+)\]:/g, (key, name: string) =>
      constants.has(name) ? `${constants.get(name)}:` : key,
    )
    .replace(/^(export var TableDescription\$ = \[3, n0, _TDa,\n {4}0,\n).*\n.*\n/m, '$1[_TI],\n[0]\n');
}

/** Without the names of the regions for people. */
const unnamedRegions = (partitions: string): string => partitions.replaceAll(/"description": "[^"]*",?/g, '');

/** Without streams of events and hosts that begin with a member of the input: no operation here has them. */
const plainProtocol = (protocol: string): string =>
  protocol
    .replaceAll(/^ {4}(?:async )?\w*EventStream\w*\(.*\{\n(?: {5,}.*\n)* {4}\}\n/gm, '')
    .replace(/^( {4}setHostPrefix)\(.*\{\n(?: {5,}.*\n)* {4}\}\n/m, '$1() {}\n');

const versionOnly = (packageJson: string): string =>
  JSON.stringify({ version: (JSON.parse(packageJson) as { version: string }).version });

/** Styles are shortened here instead of at each start: in a bundle their tag is that of raw text. */
const withShortStyles = (module: string): string =>
  module
    .replace(/^export function style\(.*?^\}$/ms, 'export { raw as style };')
    .replaceAll(
      /\bstyle`([^`]*)`/g,
      (_, text: string) => `style\`${render(style(Object.assign([text], { raw: [text] })))}\``,
    );

export const slimming: Plugin = {
  name: 'slimming',
  setup({ onLoad }) {
    const rewrite = (filter: RegExp, rewritten: (text: string) => string, loader: 'js' | 'json' | 'ts') =>
      onLoad({ filter }, ({ path }) => ({ contents: rewritten(readFileSync(path, 'utf8')), loader }));
    for (const [path, contents] of Object.entries(REPLACED)) {
      onLoad({ filter: new RegExp(`/${path}\\.js$`) }, () => ({ contents }));
    }
    rewrite(/\/@aws-sdk\/client-[^/]+\/package\.json$/, versionOnly, 'json');
    rewrite(/\/@aws-sdk\/client-[^/]+\/dist-es\/schemas\/schemas_0\.js$/, usedSchemas, 'js');
    rewrite(/\/submodules\/protocols\/HttpProtocol\.js$/, plainProtocol, 'js');
    rewrite(/\/util-endpoints\/lib\/aws\/partitions\.js$/, unnamedRegions, 'js');
    rewrite(/\/functions\/page\/.+\.ts$/, withShortStyles, 'ts');
  },
};
