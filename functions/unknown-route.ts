// Every call of the merchants' API that no route answers, with a key or without: API Gateway's catch-all.
import { answerUnknownRoute } from '#http/unknown-route.ts';
import { pathsOf, ROUTES } from '#routes.ts';

const isDocument = ({ audience, method }: (typeof ROUTES)[number]) =>
  audience === 'anyone' && method === 'GET';

export const handler = answerUnknownRoute(
  ROUTES.filter(({ audience }) => audience === 'merchant'),
  ROUTES.filter(isDocument).flatMap(pathsOf),
);
