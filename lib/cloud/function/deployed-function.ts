// The functions to deploy, derived from the route table and the background functions. A new row deploys a new
// function.
import { defined } from '#domain/defined.ts';
import {
  BACKGROUND_FUNCTIONS,
  type BackgroundFunction,
  ROUTES,
  type Route,
  timeoutSecondsOf,
} from '#routes.ts';

type FunctionKind =
  /** Handles an HTTP request from API Gateway. */
  | 'http'
  /** Invoked by API Gateway before requests of merchants. */
  | 'authorizer'
  /** Invoked by EventBridge Scheduler. */
  | 'scheduled'
  /** Invoked by Lambda with changes of the table; Lambda retries failed ones. */
  | 'stream'
  /** Invoked by Lambda with messages of a queue, and by Scheduler. */
  | 'queue';

export type DeployedFunction = Pick<Route, 'needs' | 'rows' | 'readsOnly' | 'impact'> & {
  /** Unique, short, readable: `hosted-page-create`, `sweep`. */
  name: string;
  kind: FunctionKind;
  /** The file with the handler, relative to the project. */
  entry: string;
  timeoutSeconds: number;
};

export type RouteTable = {
  routes: readonly Route[];
  backgroundFunctions: Readonly<Record<string, BackgroundFunction>>;
};
export const ROUTE_TABLE: RouteTable = { routes: ROUTES, backgroundFunctions: BACKGROUND_FUNCTIONS };

export function functionOf({ file, needs, rows, readsOnly, impact }: Route): DeployedFunction {
  const name = file.replaceAll('/', '-');
  const entry = `functions/endpoints/${file}.ts`;
  const timeoutSeconds = timeoutSecondsOf(needs);
  const rowsOf = { rows, ...defined({ readsOnly }) };
  return { name, kind: 'http', entry, needs, ...rowsOf, impact, timeoutSeconds };
}

const KIND_OF: Readonly<Record<string, FunctionKind>> = {
  authorizer: 'authorizer',
  capture: 'stream',
  deliver: 'queue',
  'unknown-route': 'http',
};

function backgroundFunctionOf([name, { file, ...rest }]: [string, BackgroundFunction]): DeployedFunction {
  const kind = KIND_OF[name] ?? 'scheduled';
  return { name, kind, entry: `functions/${file}.ts`, ...rest };
}

/** True for a function that records, shows or sends events. It is deployed in the events stack. */
export const isOfEvents = ({ kind, entry }: Pick<DeployedFunction, 'kind' | 'entry'>) =>
  kind === 'stream' ||
  kind === 'queue' ||
  /^functions\/(announce\.ts|endpoints\/(event|webhook)\/)/.test(entry);

/** Every function that a stage deploys: one per route, and the background functions. */
export function functionsOf({ routes, backgroundFunctions }: RouteTable): readonly DeployedFunction[] {
  return [...routes.map(functionOf), ...Object.entries(backgroundFunctions).map(backgroundFunctionOf)];
}
