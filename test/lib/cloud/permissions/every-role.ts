import type { Route } from '#routes.ts';
import { DESK_ROUTES } from '#routes.ts';
import {
  type DeployedFunction,
  functionsOf,
  ROUTE_TABLE,
  tableOf,
} from '../../../../lib/cloud/function/deployed-function.ts';
import { deploymentOf, nestedIn, resourcesOf, synthesize } from '../cloud.ts';
import { type Role, rolesOf } from './iam-policy.ts';

const WITH_CONSOLE = { stage: 'production', consoleDomain: 'console.example.com' } as const;
const TABLE = tableOf(deploymentOf(WITH_CONSOLE));

export const EVERY_FUNCTION: readonly DeployedFunction[] = functionsOf(TABLE);
export const EVERY_ROUTE: readonly Route[] = [...ROUTE_TABLE.routes, ...DESK_ROUTES];

/** The roles of the functions that only a stage with a console has. */
function deskRoles(): ReadonlyMap<string, Role> {
  const { service, serviceTemplate } = synthesize(WITH_CONSOLE, TABLE);
  const template = [serviceTemplate, ...nestedIn(service, serviceTemplate)].find((one) =>
    [...resourcesOf(one, 'AWS::Lambda::Function').values()].some(
      ({ Properties }) => Properties['FunctionName'] === 'payment-production-pay-console-session',
    ),
  );
  if (template === undefined) throw new Error('No stack has the functions of the console.');
  return rolesOf({ functionsTemplate: template }, 'production');
}

/** The roles of a stage and those of the console, as if it had one. */
export const withDesk = (roles: ReadonlyMap<string, Role>): Map<string, Role> =>
  new Map([...deskRoles(), ...roles]);

/** The role of each function that a stage can have, by the function's name. */
export const everyRole = (): Map<string, Role> => withDesk(rolesOf(synthesize(), 'sandbox'));
