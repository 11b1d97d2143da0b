// A setup file of vitest: writes the lines of the product that each test file runs to the folder that
// COVERED_LINES names. What a file runs in other processes and threads is not seen.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';

/** The parts of vitest's worker that know the code which it has made from each module. */
type Worker = {
  evaluatedModules: {
    getModuleById(id: string): { meta?: { code?: string; sourceMap?: string } } | undefined;
  };
  moduleExecutionInfo: Map<string, { startOffset: number }>;
};
/** The start of each line of the code that runs, and the line of the source that it is made from. */
type Places = readonly { offset: number; line: number }[];

export type CoveredLines = { test: string; lines: Record<string, number[]> };

// A worker keeps what it has compiled for its next test files, but not the modules of the setup.
const kept = globalThis as { placesOfModules?: Map<string, Places> };
kept.placesOfModules ??= new Map();
const known = kept.placesOfModules;
const worker = (globalThis as unknown as { __vitest_worker__: Worker }).__vitest_worker__;
const folder = String(process.env['COVERED_LINES']);
const { testPath = '' } = expect.getState();
const root = testPath.slice(0, testPath.lastIndexOf('/test/'));

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  const lines: CoveredLines['lines'] = {};
  for (const { url, functions } of result) {
    const file = url.replace('file://', '');
    const path = relative(root, file);
    if (!/^(?:functions|lib|bin)\//.test(path)) continue;
    const ran = placesOf(file).filter(({ offset }) => hasRun(functions, startOf(file), offset));
    if (ran.length > 0) lines[path] = [...new Set(ran.map(({ line }) => line))].sort((a, b) => a - b);
  }
  const test = relative(join(root, 'test'), testPath).replace('.test.ts', '');
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ test, lines } satisfies CoveredLines));
});

const startOf = (path: string) => worker.moduleExecutionInfo.get(path)?.startOffset ?? 0;

function placesOf(path: string): Places {
  const places = known.get(path) ?? readPlaces(path);
  known.set(path, places);
  return places;
}

function readPlaces(path: string): Places {
  const { code = '', sourceMap } = worker.evaluatedModules.getModuleById(path)?.meta ?? {};
  if (sourceMap === undefined) return [];
  const map = new SourceMap(JSON.parse(sourceMap));
  let offset = startOf(path);
  return code.split('\n').flatMap((text, at) => {
    const column = text.search(/\S/);
    const start = offset + Math.max(0, column);
    offset += text.length + 1;
    const { originalLine: line }: { originalLine?: unknown } = column < 0 ? {} : map.findEntry(at, column);
    return typeof line === 'number' ? [{ offset: start, line: line + 1 }] : [];
  });
}

/**
 * A line outside of functions runs when the first file of a worker loads its module. Therefore every file
 * that runs a function of the module counts as running it.
 */
function hasRun(functions: readonly Profiler.FunctionCoverage[], start: number, offset: number): boolean {
  const isWhole = ({ ranges: [whole] }: Profiler.FunctionCoverage) => (whole?.startOffset ?? 0) < start;
  const ranges = functions.filter((one) => !isWhole(one)).flatMap((one) => one.ranges);
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
  const [nearest] = around.sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
  return nearest ? nearest.count > 0 : functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0);
}
