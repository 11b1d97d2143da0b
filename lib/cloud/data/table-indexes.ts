// The indexes that a deployment creates. CloudFormation can create only one index of an existing table in an
// update, so a release that adds two indexes needs two deployments.

/** The indexes of the last release. Add an index here when every deployment has it. */
const RELEASED: readonly string[] = ['list', 'status', 'lookup', 'second', 'due'];

/**
 * `wanted` is the option `indexes`: how many of the shape's indexes the table gets, or `all` for a table that
 * does not exist yet. Throws an error with the necessary steps if the option is absent and two or more
 * indexes are new.
 */
export function indexesToCreate(
  shape: readonly string[],
  wanted: number | 'all' | undefined,
  released = RELEASED,
): readonly string[] {
  const missing = released.filter((name, at) => shape[at] !== name);
  if (missing.length > 0) throw new Error(`A new index goes after ${missing.join(', ')}, which exist.`);
  const added = shape.slice(released.length);
  if (wanted === 'all') return shape;
  if (wanted !== undefined) {
    if (wanted < released.length || wanted > shape.length) {
      throw new Error(`indexes: the table has ${released.length} to ${shape.length} indexes`);
    }
    return shape.slice(0, wanted);
  }
  if (added.length <= 1) return shape;
  const steps = added.map((_name, at) => `-c indexes=${released.length + at + 1}`).join(', then ');
  throw new Error(
    `indexes: ${added.join(', ')} are new, and an existing table gets one index in a deployment: ` +
      `deploy the data stack with ${steps}; a new stage is deployed with -c indexes=all`,
  );
}
