// `npm run make -- signatures ARN`: signs the functions' code that `cdk publish-assets` has uploaded, with the AWS CLI.
// Run it between `cdk publish-assets` and `cdk deploy`, both with `codeSigningProfileVersionArn=ARN`.
import '../lib/help.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Aws, archivesOf, signArchive } from '../lib/cloud/function/code-signing.ts';

const [profileVersionArn = '', assembly = 'cdk.out'] = process.argv.slice(2);
/** Most signing jobs at the same time. */
const AT_ONCE = 8;

const execute = promisify(execFile);
const aws: Aws = async (...args) => {
  const { stdout } = await execute('aws', [...args, '--output', 'json']);
  return stdout.trim() === '' ? undefined : (JSON.parse(stdout) as unknown);
};

const { Account: account } = (await aws('sts', 'get-caller-identity')) as { Account: string };
const region = profileVersionArn.split(':')[3] ?? '';
const archives = archivesOf(assembly, { account, region });
const results: string[] = [];
for (let at = 0; at < archives.length; at += AT_ONCE) {
  const some = archives.slice(at, at + AT_ONCE);
  results.push(...(await Promise.all(some.map((archive) => signArchive(archive, profileVersionArn, aws)))));
}
const signed = results.filter((result) => result === 'signed').length;
console.log(`${signed} archives signed, ${results.length - signed} were signed already.`);
