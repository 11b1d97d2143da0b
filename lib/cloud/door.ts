// The rows of the route table and the watches beside them, as one list of functions to deploy: whoever adds
// a row has added its function.
import { ROUTES, type Route, timeoutSecondsOf, WATCHES, type Watch } from '#routes.ts';

type DoorKind =
  /** Answers an HTTP request through API Gateway. */
  | 'http'
  /** Asked by API Gateway before every request of a merchant. */
  | 'authorizer'
  /** Invoked by EventBridge Scheduler. */
  | 'clock';

export type Door = Pick<Route, 'needs' | 'rows' | 'hurts'> & {
  /** Unique, short, made for people: `hosted-page-create`, `sweep`. */
  name: string;
  kind: DoorKind;
  /** The file with the handler, relative to the project. */
  entry: string;
  timeoutSeconds: number;
};

export type DoorTable = { routes: readonly Route[]; watches: Readonly<Record<string, Watch>> };
export const DOOR_TABLE: DoorTable = { routes: ROUTES, watches: WATCHES };

export function doorOf({ file, needs, rows, hurts }: Route): Door {
  const name = file.replaceAll('/', '-');
  const entry = `functions/endpoints/${file}.ts`;
  const timeoutSeconds = timeoutSecondsOf(needs);
  return { name, kind: 'http', entry, needs, rows, hurts, timeoutSeconds };
}

function watchDoorOf([name, { file, ...watch }]: [string, Watch]): Door {
  const kind = name === 'authorizer' ? 'authorizer' : 'clock';
  return { name, kind, entry: `functions/${file}.ts`, ...watch };
}

export function doorsOf({ routes, watches }: DoorTable): readonly Door[] {
  return [...routes.map(doorOf), ...Object.entries(watches).map(watchDoorOf)];
}
