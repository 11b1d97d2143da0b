// The words that a stage may begin with. They decide whether it is production, so that a stage that somebody
// calls "live" is not deleted with its table because a flag was forgotten.

const PRODUCTION = ['production', 'prod', 'live'];
const DEVELOPMENT = [
  ...['sandbox', 'dev', 'development', 'test', 'qa', 'uat', 'staging'],
  ...['demo', 'preview', 'ci', 'rehearsal', 'local'],
];

/**
 * The first word of the stage decides: `live-eu` is production, `dev-ayse` is not. Throws if the word is not
 * known and no flag says what the stage is.
 */
export function isProductionStage(stage: string, said: boolean | undefined): boolean {
  const [word = ''] = stage.split('-');
  if (PRODUCTION.includes(word)) {
    if (said === false) throw new Error(`production: a stage that begins with ${word} is production`);
    return true;
  }
  if (DEVELOPMENT.includes(word)) return said ?? false;
  if (said !== undefined) return said;
  throw new Error(
    `stage: ${stage} begins with no known word; production: ${PRODUCTION.join(', ')}; ` +
      `development: ${DEVELOPMENT.join(', ')}; or say production=true or production=false`,
  );
}
