// A shop on the types of openapi-typescript, called by openapi-fetch: see ../run.ts.
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';
import { settings, tellStory } from './story.mts';

const api = createClient<paths>({ baseUrl: settings.baseUrl, headers: { 'X-Api-Key': settings.apiKey } });
const payment = (paymentReferenceNumber: string) =>
  api.GET('/api/payment/{paymentReferenceNumber}', { params: { path: { paymentReferenceNumber } } });

function dataOf<Data>({ data }: { data?: { data: Data } }): Data {
  if (data === undefined) throw new Error('refused');
  return data.data;
}

await tellStory({
  create: async (body) => dataOf(await api.POST('/api/payment/hostedpage', { body })),
  payment: async (reference) => dataOf(await payment(reference)),
  event: async (id) => dataOf(await api.GET('/api/event/{id}', { params: { path: { id } } })),
  received: (message) => message as components['schemas']['Event'],
  refusal: async (reference) => (await payment(reference)).error?.errorCode,
  async refund(body) {
    const { data } = await api.POST('/api/Refund/partial', { body });
    // Without `preview` it is no preview.
    return dataOf({ data: data as { data: components['schemas']['Refund'] } });
  },
  feed: async (query) => dataOf(await api.GET('/api/event', { params: { query } })),
});
