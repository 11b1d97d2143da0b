// `node test/ci/long-files.ts` prints the test files that `.ci/run` runs a second time, without CI.
import { longFiles } from '../harness/start/long-files.ts';

console.log(longFiles().join('\n'));
