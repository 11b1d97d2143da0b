// The functions to deploy, derived from the route table and the background functions. A new row deploys a new
// function.
import { defined } from '#domain/defined.ts';
import {
  BACKGROUND_FUNCTIONS,
  type BackgroundFunction,
  DESK_ROUTES,
  ROUTES,
  type Route,
  timeoutSecondsOf,
} from '#routes.ts';
import { type Deployment, nameOf } from '../deployment.ts';

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

/** Functions that are deployed together and write to one log: those of an API, of events, and all others. */
export const HOMES = ['api', 'pay', 'events', 'background'] as const;
export type Home = (typeof HOMES)[number];

export type DeployedFunction = Pick<Route, 'needs' | 'rows' | 'readsOnly' | 'impact'> & {
  /** Unique, short, readable: `hosted-page-create`, `sweep`. */
  name: string;
  kind: FunctionKind;
  home: Home;
  /** The file with the handler, relative to the project. */
  entry: string;
  timeoutSeconds: number;
};

export type RouteTable = {
  routes: readonly Route[];
  backgroundFunctions: Readonly<Record<string, BackgroundFunction>>;
};
export const ROUTE_TABLE: RouteTable = { routes: ROUTES, backgroundFunctions: BACKGROUND_FUNCTIONS };
/** The same with the calls of the console. */
export const TABLE_WITH_CONSOLE: RouteTable = { ...ROUTE_TABLE, routes: [...ROUTES, ...DESK_ROUTES] };
export const tableOf = ({ console }: Pick<Deployment, 'console'>): RouteTable =>
  console === undefined ? ROUTE_TABLE : TABLE_WITH_CONSOLE;

export function functionOf({ file, audience, needs, rows, readsOnly, impact }: Route): DeployedFunction {
  const name = file.replaceAll('/', '-');
  const ofApi = audience === 'merchant' ? 'api' : 'pay';
  const home = /^(?:event|webhook)\//.test(file) ? 'events' : ofApi;
  const entry = `functions/endpoints/${file}.ts`;
  const timeoutSeconds = timeoutSecondsOf(needs);
  const rowsOf = { rows, ...defined({ readsOnly }) };
  return { name, kind: 'http', home, entry, needs, ...rowsOf, impact, timeoutSeconds };
}

const KIND_OF: Readonly<Record<string, FunctionKind>> = {
  authorizer: 'authorizer',
  capture: 'stream',
  deliver: 'queue',
  'unknown-route': 'http',
};

function backgroundFunctionOf([name, { file, ...rest }]: [string, BackgroundFunction]): DeployedFunction {
  const kind = KIND_OF[name] ?? 'scheduled';
  const home = kind === 'stream' || kind === 'queue' || name === 'announce' ? 'events' : 'background';
  return { name, kind, home, entry: `functions/${file}.ts`, ...rest };
}

/** The name of a function on AWS, and of its role. Those of an API share the prefix that it may invoke. */
export const functionNameOf = (stage: string, { name, home }: Pick<DeployedFunction, 'name' | 'home'>) =>
  home === 'api' || home === 'pay' ? nameOf(stage, home, name) : nameOf(stage, name);

/** Every function that a stage deploys: one per route, and the background functions. */
export function functionsOf({ routes, backgroundFunctions }: RouteTable): readonly DeployedFunction[] {
  return [...routes.map(functionOf), ...Object.entries(backgroundFunctions).map(backgroundFunctionOf)];
}
