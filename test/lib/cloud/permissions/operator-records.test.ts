// The records of operators' commands (PCI DSS 10.3): no code that runs in AWS Lambda writes or reads them.
import { expect, test } from 'vitest';
import { EVERYTHING, synthesize } from '../cloud.ts';
import { isAllowed, type Role, rolesOf } from './iam-policy.ts';

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLInsert', 'PartiQLUpdate'];
const READS = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'PartiQLSelect'];
const OTHERS = ['PartiQLDelete', 'DeleteTable', 'UpdateTable', 'UpdateTimeToLive', 'RestoreTableFromBackup'];

const allowed = (role: Role, partition: string) =>
  [...WRITES, ...READS, ...OTHERS].filter((name) =>
    ['', '/index/list', '/index/due'].some((part) =>
      isAllowed(Object.values(role.grants).flat(), {
        action: `dynamodb:${name}`,
        resource: `<Table.Arn>${part}`,
        context: { 'dynamodb:LeadingKeys': [partition] },
      }),
    ),
  );

test.each([
  ['sandbox', undefined],
  ['production', EVERYTHING],
] as const)('no function of %s reads, writes or deletes a record of an operator', (stage, options) => {
  const roles = [...rolesOf(synthesize(options), stage).values()];
  const reached = roles.flatMap((role) =>
    allowed(role, 'AUDIT#2026-11').map((name) => `${role.functionName} ${name}`),
  );
  expect(reached).toEqual([]);
  // The same check finds the operations that functions may do with payments.
  const payments = new Set(roles.flatMap((role) => allowed(role, 'M#1#PAYMENT#PAY-1')));
  expect([...payments].sort()).toEqual(['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem']);
});
