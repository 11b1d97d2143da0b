// The functions to deploy, derived from the route table and the background functions. A new row deploys a new
// function.
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
  | 'scheduled';

export type DeployedFunction = Pick<Route, 'needs' | 'rows' | 'impact'> & {
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

export function functionOf({ file, needs, rows, impact }: Route): DeployedFunction {
  const name = file.replaceAll('/', '-');
  const entry = `functions/endpoints/${file}.ts`;
  const timeoutSeconds = timeoutSecondsOf(needs);
  return { name, kind: 'http', entry, needs, rows, impact, timeoutSeconds };
}

function backgroundFunctionOf([name, { file, ...rest }]: [string, BackgroundFunction]): DeployedFunction {
  const kind = name === 'authorizer' ? 'authorizer' : 'scheduled';
  return { name, kind, entry: `functions/${file}.ts`, ...rest };
}

/** Every function that a stage deploys: one per route, and the background functions. */
export function functionsOf({ routes, backgroundFunctions }: RouteTable): readonly DeployedFunction[] {
  return [...routes.map(functionOf), ...Object.entries(backgroundFunctions).map(backgroundFunctionOf)];
}
