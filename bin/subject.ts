// Runs one of several files that npm knows under one name: `npm run make -- openapi`. The pairs of subject
// and file stand in package.json; what follows the subject are the arguments of its file.
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

const [node = '', , ...given] = argv;
const files = new Map<string, string>();
while (given[0]?.includes('=')) {
  const [subject = '', file = ''] = given.shift()?.split('=') ?? [];
  files.set(subject, file);
}
const [subject = '', ...own] = given;
const file = files.get(subject);
if (file === undefined) {
  console.log(
    `Subjects: ${[...files.keys()].join(', ')}. With --help after its name, each tells what it does.`,
  );
  process.exitCode = subject === '--help' ? 0 : 2;
} else {
  // As if npm had started the file itself. In place, because a file may have imported the list by its name.
  argv.splice(0, argv.length, node, file, ...own);
  await import(pathToFileURL(file).href);
}
