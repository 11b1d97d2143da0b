// Every call of the merchants' API that no route answers, with a key or without: API Gateway's catch-all.
import { answerUnknownRoute } from '#http/unknown-route.ts';
import { ROUTES } from '#routes.ts';

export const handler = answerUnknownRoute(ROUTES.filter(({ audience }) => audience === 'merchant'));
