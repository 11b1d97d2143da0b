# A shop on the packed Python client that may be killed anywhere: see killed-shop.ts.
import json
import os
from decimal import Decimal
from urllib.request import Request, urlopen

from payment_service_client import PaymentService, ShopSettings, verify_result

settings = json.loads(os.environ["SHOP"])
shop = ShopSettings(settings["payUrl"], settings["merchantId"], settings["secrets"])
pay = PaymentService(base_url=settings["baseUrl"], api_key=settings["apiKey"])
with open(os.environ["STATE"]) as file:
    state = json.load(file)


def save():
    with open(os.environ["STATE"] + ".new", "w") as file:
        json.dump(state, file)
    os.replace(os.environ["STATE"] + ".new", os.environ["STATE"])


while state["order"] < int(os.environ["ORDERS"]):
    number = f"KILL-{state['order']:05}"
    order = {"orderNumber": number, "amount": (10_000 + state["order"]) / Decimal(100), "currency": "TRY"}
    body = {**order, "successUrl": "https://shop.example/", "failUrl": "https://shop.example/"}
    page = pay.hosted_page.create(body, idempotency_key=f"page-{number}")
    asked = json.dumps({"url": page["hostedPageUrl"]}).encode()
    with urlopen(Request(settings["baseUrl"] + "/pay", data=asked)) as answer:
        location = json.load(answer)["location"]
    payment = verify_result(location, order, shop)["paymentReferenceNumber"]
    refund = {"transactionId": payment, "amount": Decimal("1.25"), "reason": "part"}
    pay.refund.partial(refund, idempotency_key=f"refund-{number}")
    for events, state["cursor"] in pay.feed(state.get("cursor")):
        state["events"] += [event["id"] for event in events]
        save()
    state["order"] += 1
    save()
