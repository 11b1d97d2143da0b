"""What a shop receives is from the service only if its signature is right: the result with which a buyer
returns, and the messages of webhooks."""

import hashlib
import hmac
import time
from base64 import b64decode, b64encode, urlsafe_b64decode, urlsafe_b64encode
from decimal import Decimal
from typing import Any, Dict, Iterable, Mapping, NamedTuple, Optional, Protocol, Tuple, TypedDict, overload
from urllib.parse import parse_qsl, urlsplit

from . import exact
from .types import ServiceEvent

__all__ = [
    "CardResult",
    "NotVerifiedError",
    "OrderResult",
    "SentLink",
    "ShopSettings",
    "SoldOrder",
    "verify_result",
    "verify_webhook",
]


class ShopSettings(NamedTuple):
    """`pay_url`: how `hostedPageUrl` begins. `secrets`: the signing secrets by `kid`, two in a rotation."""

    pay_url: str
    merchant_id: str
    secrets: Mapping[str, str]


class SoldOrder(TypedDict):
    orderNumber: str
    amount: Decimal
    currency: str


class SentLink(TypedDict):
    """`purpose`: `AddCard` or `UpdateCard`."""

    customerId: str
    purpose: str
    recurringPaymentId: Optional[str]


class Result(TypedDict):
    """`status`: `Successful`, `Failed`, `Cancelled`, `Expired` or `CardStored`."""

    status: str
    errorCode: Optional[str]
    page: str
    exp: int


class _PaidOrder(Result, SoldOrder):
    chargedAmount: Decimal
    paymentReferenceNumber: Optional[str]


class OrderResult(_PaidOrder, total=False):
    """`captured`: False if the amount is only reserved, and absent otherwise."""

    captured: bool


class CardResult(Result, SentLink):
    cardStorageId: Optional[str]


class NotVerifiedError(Exception):
    """Not from the service, too old, or of something else than expected."""


@overload
def verify_result(url: str, session: SoldOrder, shop: ShopSettings) -> OrderResult: ...
@overload
def verify_result(url: str, session: SentLink, shop: ShopSettings) -> CardResult: ...
def verify_result(url: str, session: Any, shop: ShopSettings) -> Any:
    """Returns the facts of a result if they are those of the order that the session holds, or of the link
    that was sent. `url`: the whole address with which the buyer returned, or its path and query."""
    results = [value for name, value in parse_qsl(urlsplit(url).query, True) if name == "result"]
    if len(results) > 1:
        raise NotVerifiedError("The address has more than one result.")
    if not results:
        raise NotVerifiedError("The address has no result.")
    result = results[0]
    signed = result.rpartition(".")[0]
    if any(len(secret) < 16 for secret in shop.secrets.values()):
        raise ValueError("A signing secret is whsec_ and its base64.")
    macs = [_hmac(secret.encode(), signed.encode()) for secret in shop.secrets.values()]
    right = [f"{signed}.{urlsafe_b64encode(mac).decode()}".rstrip("=").encode() for mac in macs]
    if not any(hmac.compare_digest(result.encode(errors="replace"), one) for one in right):
        raise NotVerifiedError("The signature is wrong.")
    facts = _parsed(urlsafe_b64decode(signed.partition(".")[2] + "=="))
    if not facts.get("exp", 0) > time.time():
        raise NotVerifiedError("The result has expired.")
    expected = {"iss": shop.pay_url, "aud": shop.merchant_id, **_required(session)}
    for name, value in expected.items():
        if name not in facts or facts[name] != value:
            raise NotVerifiedError(f"The result has another {name}.")
    return facts


_ORDER = ("orderNumber", "amount", "currency")
_LINK = ("customerId", "purpose", "recurringPaymentId")


def _required(session: Mapping[str, object]) -> Dict[str, object]:
    """All that must be compared: a session that forgot what it sold accepts nothing."""
    names = _LINK if "customerId" in session else _ORDER
    for name in names:
        if name not in session or (session[name] is None and name != "recurringPaymentId"):
            raise NotVerifiedError(f"The session has no {name}.")
    if isinstance(session.get("amount"), float):
        raise TypeError("The amount of the session is a decimal.Decimal, and never a float.")
    return {name: session[name] for name in names}


class Headers(Protocol):
    """Of any server, also of `http.server`."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


def verify_webhook(body: bytes, headers: Headers, secrets: Iterable[str]) -> ServiceEvent:
    """Returns the event of a message that one of the secrets signed within the last five minutes."""
    of = {name.lower(): value for name, value in headers.items()}
    identity, timestamp = of.get("webhook-id", ""), of.get("webhook-timestamp", "")
    if identity == "" or timestamp == "":
        raise NotVerifiedError("The message has no webhook headers.")
    if not (timestamp.isdecimal() and abs(time.time() - int(timestamp)) <= 300):
        raise NotVerifiedError("The message is too old.")
    given = [one.encode(errors="replace") for one in of.get("webhook-signature", "").split(" ")]
    right = [_signature(secret, f"{identity}.{timestamp}.".encode() + body) for secret in secrets]
    if not any(hmac.compare_digest(one, other) for one in given for other in right):
        raise NotVerifiedError("The signature is wrong.")
    return _parsed(body)  # type: ignore[return-value]


def _signature(secret: str, signed: bytes) -> bytes:
    key = b64decode(secret.replace("whsec_", "", 1))
    if len(key) < 16:
        raise ValueError("A webhook secret is whsec_ and its base64.")
    return b"v1," + b64encode(_hmac(key, signed))


def _hmac(key: bytes, signed: bytes) -> bytes:
    return hmac.new(key, signed, hashlib.sha256).digest()


def _parsed(text: bytes) -> Dict[str, Any]:
    try:
        value = exact.read(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise NotVerifiedError("What is signed is no object.")
    return value
