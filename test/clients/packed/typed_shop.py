# What mypy accepts on the packed Python client, and what it must not: an ignored error that is none is one.
from decimal import Decimal
from email.message import Message
from typing import Any

from payment_service_client import (
    CursorExpiredError,
    PaymentService,
    RefundAmountExceededError,
    verify_webhook,
)

pay = PaymentService(base_url="https://api.example.com", api_key="psk_test_x")


def shop() -> Decimal:
    page = pay.hosted_page.create(
        {
            "amount": Decimal("149.90"),
            "currency": "TRY",
            "orderNumber": "1",
            "successUrl": "https://a.example",
            "failUrl": "https://a.example",
        }
    )
    address: str = page["hostedPageUrl"]
    pay.recurring_payment.preview_update(address, {"amount": Decimal(1)}, query={"limit": 3})
    shown = pay.hosted_page.show(address)
    if "purpose" in shown:
        print(shown["purpose"], shown["cardStorageId"], shown["amount"])  # type: ignore[typeddict-item]
    else:
        print(shown["amount"] + 1, shown["purpose"])  # type: ignore[typeddict-item]
    pay.webhook.replay(address, {"from": "2026-11-20T09:00:00Z"})
    pay.customer.create({"fullName": "a", "callbackUrl": ""})  # type: ignore[typeddict-unknown-key]
    pay.payment.list({"currency": "TL"})  # type: ignore[arg-type]
    pay.payment.list({"minAmount": 1.5})  # type: ignore[arg-type]
    for payment in pay.payment.all({"status": "Successful"}):
        if payment["amount"] > 1:
            return payment["refundableAmount"]
    for page_of_events in pay.feed("cursor", follow=True):
        saved: str = page_of_events.cursor
        print(saved, page_of_events.events[0]["id"])
    verify_webhook(b"", Message(), [])
    event = verify_webhook(b"", {}, [])
    if event["type"] == "payment.succeeded":
        print(event["data"]["object"]["amountt"])  # type: ignore[typeddict-item]
        return event["data"]["object"]["chargedAmount"]
    if event["type"] == "payment.suceeded":  # type: ignore[comparison-overlap]
        return Decimal(0)
    try:
        refund = pay.refund.approve("id", idempotency_key="key")
        pay.refund.approve()  # type: ignore[call-arg]
        return refund["amount"]
    except RefundAmountExceededError as error:
        return error.refused["refundableAmount"]
    except CursorExpiredError as error:
        fact: Any = error.refused["refundableAmount"]  # type: ignore[typeddict-item]
        return Decimal(str(fact))
