// Traffic recorded from banks and from integrations in use, which is beside the repository, for CI only.
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../shared/bank/', import.meta.url);

/** A file of recorded traffic in the shape that the caller expects. Throws if the folder is missing. */
export const recorded = <Shape>(file: string): Shape =>
  JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Shape;
