// A shop on the generated Java client: see ../run.ts.
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Shop {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(args[1]);
    client.setApiKey(args[2]);
    if (args[0].equals("create")) {
      HostedPageCreateBody order = new HostedPageCreateBody()
          .amount(new BigDecimal(args[3])).currency(Currency.TRY).orderNumber(args[4])
          .successUrl(java.net.URI.create("https://shop.example/thanks"))
          .failUrl(java.net.URI.create("https://shop.example/basket"));
      print(new HostedPageApi(client).hostedPageCreate(order, null, null).getData().getHostedPageUrl());
      return;
    }
    if (args[0].equals("refund")) {
      RefundCreateBody body = new RefundCreateBody()
          .transactionId(args[3]).amount(new BigDecimal("10.25")).reason("broken");
      Refund refund = new RefundApi(client).refundPartial(body, null, null).getData();
      print(refund.getStatus());
      String cursor = null;
      while (true) {
        EventListData feed = new EventApi(client)
            .eventList(null, null, "oldest", null, null, 50, null, cursor, null).getData();
        for (Event event : feed.getItems()) {
          if (event.getObjectId().equals(refund.getRefundId().toString()) && event.getType().equals("refund.completed")) {
            print(event.getType());
            return;
          }
        }
        cursor = feed.getNextCursor();
        Thread.sleep(100);
      }
    }
    Payment payment = new PaymentApi(client).paymentShow(args[3], null).getData();
    print(payment.getAmount().toPlainString());
    print(payment.getStatus());
    print(new EventApi(client).eventShow(args[4], null).getData().getType());
    print(JSON.getGson().fromJson(Files.readString(Path.of(args[5])), Event.class).getType());
    try {
      new PaymentApi(client).paymentShow("PAY-00000000000000000000000000", null);
    } catch (ApiException refused) {
      print(JSON.getGson().fromJson(refused.getResponseBody(), Refusal.class).getErrorCode());
    }
  }

  private static void print(Object value) {
    System.out.println(value);
  }
}
