// A shop on the client of openapi-generator: see ../run.ts.
import * as api from './client/index.ts';
import { settings, tellStory } from './story.mts';

const configuration = new api.Configuration({ basePath: settings.baseUrl, apiKey: settings.apiKey });
const pages = new api.HostedPageApi(configuration);
const payments = new api.PaymentApi(configuration);
const refunds = new api.RefundApi(configuration);
const events = new api.EventApi(configuration);

await tellStory({
  create: async (hostedPageCreateBody) => (await pages.hostedPageCreate({ hostedPageCreateBody })).data,
  payment: async (paymentReferenceNumber) => (await payments.paymentShow({ paymentReferenceNumber })).data,
  event: async (id) => (await events.eventShow({ id })).data,
  received: (message) => api.EventFromJSON(message),
  async refusal(paymentReferenceNumber) {
    const refused = payments.paymentShow({ paymentReferenceNumber }).then(
      () => undefined,
      (error: api.ResponseError) => error.response.json(),
    );
    return api.RefusalFromJSON(await refused).errorCode;
  },
  refund: async (refundCreateBody) => (await refunds.refundPartial({ refundCreateBody })).data,
  feed: async (query) => (await events.eventList(query)).data,
});
