# A shop on the generated Python client: see ../run.ts.
import sys
import time

import openapi_client as api

action, url, key, *rest = sys.argv[1:]
client = api.ApiClient(api.Configuration(host=url, api_key={"ApiKey": key}))
if action == "create":
    amount, order_number = rest
    order = api.HostedPageCreateBody(
        amount=float(amount),
        currency="TRY",
        orderNumber=order_number,
        successUrl="https://shop.example/thanks",
        failUrl="https://shop.example/basket",
    )
    print(api.HostedPageApi(client).hosted_page_create(order).data.hosted_page_url)
elif action == "read":
    reference, event_id, message = rest
    payment = api.PaymentApi(client).payment_show(reference).data
    print(f"{payment.amount:.2f}")
    print(payment.status)
    print(api.EventApi(client).event_show(event_id).data.type)
    print(api.Event.from_json(open(message).read()).type)
    try:
        api.PaymentApi(client).payment_show("PAY-00000000000000000000000000")
    except api.ApiException as refused:
        print(api.Refusal.from_json(refused.body).error_code)
else:
    body = api.RefundCreateBody(transactionId=rest[0], amount=10.25, reason="broken")
    refund = api.RefundApi(client).refund_partial(body).data
    print(refund.status)
    cursor, found = None, []
    while not found:
        feed = api.EventApi(client).event_list(order="oldest", limit=50, cursor=cursor).data
        found = [one.type for one in feed.items if one.object_id == str(refund.refund_id) and one.type == "refund.completed"]
        cursor = feed.next_cursor
        time.sleep(0.1)
    print(found[0])
