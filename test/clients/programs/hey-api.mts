// A shop on the client of hey-api: see ../run.ts.
import { client } from './client/client.gen.ts';
import * as api from './client/index.ts';
import { settings, tellStory } from './story.mts';

client.setConfig({ baseUrl: settings.baseUrl, auth: settings.apiKey, throwOnError: true });

await tellStory({
  create: async (body) => (await api.hostedPageCreate<true>({ body })).data.data,
  payment: async (paymentReferenceNumber) =>
    (await api.paymentShow<true>({ path: { paymentReferenceNumber } })).data.data,
  event: async (id) => (await api.eventShow<true>({ path: { id } })).data.data,
  received: (message) => message as api.Event,
  async refusal(paymentReferenceNumber) {
    const { error } = await api.paymentShow({ path: { paymentReferenceNumber }, throwOnError: false });
    return error?.errorCode;
  },
  // Without `preview` it is no preview.
  refund: async (body) => (await api.refundPartial<true>({ body })).data.data as api.Refund,
  feed: async (query) => (await api.eventList<true>({ query })).data.data,
});
