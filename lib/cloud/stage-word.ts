// The words with which a stage's name may begin. They decide whether it is production, so that a stage called
// "live" is not deleted with its table because a flag was forgotten.

const PRODUCTION = ['production', 'prod', 'live'];
const DEVELOPMENT = [
  'sandbox',
  'dev',
  'development',
  'test',
  'qa',
  'uat',
  'staging',
  'demo',
  'preview',
  'ci',
  'rehearsal',
  'local',
];

/**
 * The first word of the stage decides: `live-eu` is production, `dev-ayse` is not. Throws if the word is
 * unknown and `flag`, the option `production`, is absent.
 */
export function isProductionStage(stage: string, flag: boolean | undefined): boolean {
  const [word = ''] = stage.split('-');
  if (PRODUCTION.includes(word)) {
    if (flag === false) throw new Error(`production: a stage that begins with ${word} is production`);
    return true;
  }
  if (DEVELOPMENT.includes(word)) return flag ?? false;
  if (flag !== undefined) return flag;
  throw new Error(
    `stage: ${stage} begins with no known word; production: ${PRODUCTION.join(', ')}; ` +
      `development: ${DEVELOPMENT.join(', ')}; or say production=true or production=false`,
  );
}
