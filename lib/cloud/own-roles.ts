// The roles of people: those who run the commands, who may end a key, and who restore the table. Production
// makes all three, unless an option names a role that exists. A sandbox has none: the account's policies
// decide there. Keys and other stacks know the roles by their names, because keys are made first.
import { Aws } from 'aws-cdk-lib';
import { type Deployment, nameOf } from './deployment.ts';

export const OWN_ROLES = { operator: 'operator', breakGlass: 'break-glass', restore: 'restore' } as const;

type RoleOptions = Pick<Deployment, 'stage' | 'production' | 'operatorRoleArn' | 'breakGlassRoleArn'>;

export const ownRoleName = (stage: string, role: keyof typeof OWN_ROLES) => nameOf(stage, OWN_ROLES[role]);

export const roleArnOf = (roleName: string) => `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/${roleName}`;

/** Undefined in a sandbox that names none. */
export const operatorArnOf = ({ stage, production, operatorRoleArn }: RoleOptions): string | undefined =>
  operatorRoleArn ?? (production ? roleArnOf(ownRoleName(stage, 'operator')) : undefined);

/** Undefined in a sandbox that names none. */
export const breakGlassArnOf = ({ stage, production, breakGlassRoleArn }: RoleOptions): string | undefined =>
  breakGlassRoleArn ?? (production ? roleArnOf(ownRoleName(stage, 'breakGlass')) : undefined);
