// The options of copies of cards: which functions get the public key and the code, and what the operator may
// do with cards of a lost account.
import { generateKeyPairSync } from 'node:crypto';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { escrowKeyText } from '#vault/card-copy.ts';
import { bundleFunctions } from '../../../lib/cloud/function/bundle.ts';
import { functionNameOf, functionsOf, ROUTE_TABLE } from '../../../lib/cloud/function/deployed-function.ts';
import { deploymentOf, resourcesOf, synthesize, tableWith } from './cloud.ts';

const escrowKey = escrowKeyText(generateKeyPairSync('x25519').publicKey);

const functionsWithKey = ({ functionsTemplate }: { functionsTemplate: Template }) =>
  [...resourcesOf(functionsTemplate, 'AWS::Lambda::Function').values()].flatMap(({ Properties }) => {
    const { Variables = {} } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, string> };
    return Variables['ESCROW_KEY'] === undefined ? [] : [String(Properties['FunctionName'])];
  });

describe('the public key for copies of cards', () => {
  it('the functions that encrypt cards get it, and no others', () => {
    const encrypting = functionsOf(ROUTE_TABLE).filter(({ needs }) =>
      needs.some((need) => need === 'card:seal' || need === 'card:renew'),
    );
    const names = encrypting.map((fn) => functionNameOf('sandbox', fn)).sort();
    expect(names.length).toBeGreaterThan(2);
    expect(functionsWithKey(synthesize({ escrowKey })).sort()).toEqual(names);
    expect(functionsWithKey(synthesize())).toEqual([]);
  });

  it('a mistyped key is refused before anything is deployed', () => {
    const wrong = `${escrowKey.slice(0, 12)}${escrowKey[12] === 'A' ? 'B' : 'A'}${escrowKey.slice(13)}`;
    expect(() => deploymentOf({ escrowKey: wrong })).toThrow('escrowKey: is not a public key');
    expect(deploymentOf({ escrowKey }).escrowKey).toBe(escrowKey);
  });

  it('the code of copies is in bundles of a deployment with the option only', async () => {
    const entries = ['functions/endpoints/card/create.ts'];
    const [[without], [copying]] = await Promise.all([
      bundleFunctions(entries),
      bundleFunctions(entries, { copiesCards: true }),
    ]);
    expect([without?.code.includes('x25519'), copying?.code.includes('x25519')]).toEqual([false, true]);
  });
});

describe('the operator after the loss of an account', () => {
  const few = tableWith([]);
  const cloudWith = (options: object) => synthesize({ stage: 'production', ...options }, few);
  const ROLE = 'payment-production-operator';

  /** The actions with a key that its policy denies to all but named roles, of which the operator is one. */
  function permitted(key: string, { dataTemplate }: { dataTemplate: Template }): string[] {
    const policy = resourcesOf(dataTemplate, 'AWS::KMS::Key').get(key)?.Properties['KeyPolicy'];
    const { Statement } = policy as { Statement: { Sid: string; Condition?: object }[] };
    return Statement.filter(({ Condition }) => JSON.stringify(Condition ?? '').includes(ROLE)).map(
      ({ Sid }) => Sid,
    );
  }

  it('the operator encrypts cards and computes fingerprints with the option only, and decrypts none', () => {
    const [usual, recovering] = [cloudWith({}), cloudWith({ recoversCards: 'true' })];
    expect(permitted('CardKey', usual)).toEqual([]);
    expect(permitted('FingerprintKey', usual)).toEqual([]);
    expect(permitted('CardKey', recovering)).toEqual(['EncryptByRoles']);
    expect(permitted('FingerprintKey', recovering)).toEqual(['GenerateMacByRoles']);
    const [before, after] = [usual, recovering].map(({ rolesTemplate }) =>
      JSON.stringify(rolesTemplate?.toJSON()),
    );
    const encrypts = /"kms:Encrypt","Effect":"Allow","Resource":\{"Fn::ImportValue":"[^"]*CardKey/;
    expect([before, after].map((template) => encrypts.test(template ?? ''))).toEqual([false, true]);
  });
});
