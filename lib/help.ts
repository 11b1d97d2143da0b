// Imported first by commands without options: `--help` prints the comment at the head of their file and ends
// the process before anything else is loaded.
import { readFileSync } from 'node:fs';

if (process.argv.includes('--help')) {
  const lines = readFileSync(process.argv[1] ?? '', 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  console.log(
    lines
      .slice(0, end)
      .map((line) => line.replace(/^\/\/ ?/, ''))
      .join('\n'),
  );
  process.exit(0);
}
