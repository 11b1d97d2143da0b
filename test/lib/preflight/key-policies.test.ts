// The policies of keys in an account of their own: written with the service's credentials, compared with
// those of the keys' account. A policy names exactly the roles that use its key.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { ACCOUNT, CERTIFICATE, json, REGION, runPreflight, startAccount } from './documented-account.ts';

const account = startAccount();
const KEYS_ACCOUNT = '222222222222';
const NAMES = ['card', 'secrets', 'fingerprint', 'digest', 'merchant'];
const arnsIn = (owner: string) =>
  `keyArns=${NAMES.map((name) => `${name}=arn:aws:kms:${REGION}:${owner}:key/${name}`).join(',')}`;

let folder = '';
beforeEach(() => {
  account.differs = {};
  folder = mkdtempSync(join(tmpdir(), 'key-policies-'));
});

const run = (keyArns: string, ...more: string[]) =>
  runPreflight(folder, '--key-policies', folder, '-c', 'stage=dev', '-c', keyArns, ...more);

type Statement = {
  Sid: string;
  Effect: string;
  Principal: unknown;
  Action: string | string[];
  Condition?: object;
};
const written = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as { Statement: Statement[] };
const statementOf = (name: string, sid: string) => written(name).Statement.find(({ Sid }) => Sid === sid);

it('the policies let the service use each key by its roles, and its own account administer it', async () => {
  const { code, text } = await run(arnsIn(KEYS_ACCOUNT));
  expect([code, text]).toEqual([0, expect.stringContaining('card.json: of arn:aws:kms:')]);
  expect(JSON.stringify(NAMES.map(written))).not.toMatch(/Ref"|Fn::/);
  expect(statementOf('card', 'OwnAccountAdministers')).toMatchObject({
    Effect: 'Allow',
    Principal: { AWS: `arn:aws:iam::${KEYS_ACCOUNT}:root` },
  });
  expect(statementOf('card', 'ServiceUses')).toMatchObject({
    Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` },
    Action: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt'],
  });
  const opens = JSON.stringify(statementOf('card', 'DecryptByRoles'));
  expect(opens.match(/role\/payment-dev-[\w-]+/g)).toHaveLength(4);
  expect(opens).toContain(`arn:aws:iam::${ACCOUNT}:role/payment-dev-`);
  expect(statementOf('digest', 'ServiceUses')?.Action).toEqual(['kms:DescribeKey', 'kms:GenerateMac']);
});

it('a stage with a console names the functions of the console, too', async () => {
  const console = ['-c', 'consoleDomain=console.example.com', '-c', `certificateArn=${CERTIFICATE}`];
  const named = async (...more: string[]) => {
    // Without a role of operators IAM decides about their uses.
    const operator = `roleArns=operator=arn:aws:iam::${ACCOUNT}:role/operator`;
    expect((await run(arnsIn(KEYS_ACCOUNT), '-c', operator, ...more)).code).toBe(0);
    return JSON.stringify(written('digest')).includes('role/payment-dev-pay-console-session');
  };
  expect([await named(), await named(...console)]).toEqual([false, true]);
});

it('with the credentials of the keys another policy is a lack, with the command that mends it', async () => {
  await run(arnsIn(KEYS_ACCOUNT));
  // To this server every caller is of the same account: now it owns the keys.
  const own = arnsIn(ACCOUNT);
  const policyOf = (name: string) => readFileSync(join(folder, `${name}.json`), 'utf8');
  account.differs = { GetKeyPolicy: json({ Policy: policyOf('card') }) };
  const { code, text } = await run(own);
  expect(text).toMatch(/^ok {7}The key card has its policy +as written$/m);
  expect(text).toMatch(/^LACK {5}The key digest has its policy +another policy holds$/m);
  expect(text).toContain(
    `put-key-policy --key-id arn:aws:kms:${REGION}:${ACCOUNT}:key/digest --policy-name default`,
  );
  expect(code).toBe(1);
  writeFileSync(join(folder, 'digest.json'), policyOf('card'));
  expect((await run(own)).text).toMatch(/^ok {7}The key digest has its policy/m);
});
