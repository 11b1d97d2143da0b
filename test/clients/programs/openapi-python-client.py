# A shop on the client of openapi-python-client: see ../run.ts.
import json
import sys
import time

from client import AuthenticatedClient
from client.api.event import event_list, event_show
from client.api.hosted_page import hosted_page_create
from client.api.payment import payment_show
from client.api.refund import refund_partial
from client.models import Currency, Event, EventListOrder, HostedPageCreateBody, RefundCreateBody
from client.types import UNSET

action, url, key, *rest = sys.argv[1:]
client = AuthenticatedClient(url, token=key, prefix="", auth_header_name="X-Api-Key")
if action == "create":
    amount, order_number = rest
    order = HostedPageCreateBody(
        amount=float(amount),
        currency=Currency.TRY,
        order_number=order_number,
        success_url="https://shop.example/thanks",
        fail_url="https://shop.example/basket",
    )
    print(hosted_page_create.sync(client=client, body=order).data.hosted_page_url)
elif action == "read":
    reference, event_id, message = rest
    payment = payment_show.sync(reference, client=client).data
    print(f"{payment.amount:.2f}")
    print(payment.status)
    print(event_show.sync(event_id, client=client).data.type_)
    print(Event.from_dict(json.load(open(message))).type_)
    answer = payment_show.sync_detailed("PAY-00000000000000000000000000", client=client)
    print(json.loads(answer.content)["errorCode"])
else:
    body = RefundCreateBody(transaction_id=rest[0], amount=10.25, reason="broken")
    refund = refund_partial.sync(client=client, body=body).data
    print(refund.status)
    cursor, found = UNSET, []
    while not found:
        feed = event_list.sync(client=client, order=EventListOrder.OLDEST, limit=50, cursor=cursor).data
        found = [one.type_ for one in feed.items if one.object_id == str(refund.refund_id) and one.type_ == "refund.completed"]
        cursor = feed.next_cursor
        time.sleep(0.1)
    print(found[0])
