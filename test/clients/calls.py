"""What OpenAPI cannot say of a call: rules between two of its values, and what only the service knows. Calls
that schemathesis takes for valid are made to keep these rules, and stay as they are in all else."""

import datetime
import re
import uuid

import schemathesis

ORDERED = [("startDate", "endDate"), ("minAmount", "maxAmount"), ("from", "to"), ("validFrom", "validUntil")]
# Check digit, time zones, public hosts; today, sums and the bank's families.
KNOWN = {
    "cardNumber": "5528790000000008",
    "timeZone": "Europe/Istanbul",
    "url": "https://shop.example/events",
    "startDate": "2099-01-31",
    "expiresAt": "2099-01-31T09:00:00Z",
    "installment": 1,
}
YESTERDAY = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)).isoformat()
KEYS = set()


def tidy(value):
    if isinstance(value, float):
        return round(value, 2)  # `multipleOf: 0.01` would refuse 149.9, because validators divide floats.
    if isinstance(value, list):
        return [tidy(one) for one in value]
    if not isinstance(value, dict):
        return value
    value = {name: tidy(one) for name, one in value.items()}
    for low, high in ORDERED:
        if low in value and high in value and str(value[low])[:10] >= str(value[high])[:10]:
            del value[high]
    return value


def drop(value, *names):
    for name in names:
        value.pop(name, None)


def body_of(value, method, path):
    value.update({name: one for name, one in KNOWN.items() if name in value})
    drop(value, "endDate", "totalAmountLimit", "products", "shippingAmount")
    if method == "PUT":
        drop(value, "cardNumber")
    if "expiryMonth" in value or "expiryYear" in value:
        value.update(expiryMonth="12", expiryYear="2099")
    if "customerId" not in value:
        drop(value, "saveCardFor")
    if "installment" in value:
        drop(value, "maxInstallment")
    if value.get("saveCardFor") != "recurring":
        drop(value, "recurringTerms")
    for terms in (value, value.get("recurringTerms", {})):
        if "frequencyInterval" in terms:
            terms["frequencyInterval"] = min(terms["frequencyInterval"], 3)
        if "startDate" in terms:
            terms["startDate"] = KNOWN["startDate"]
    if value.get("hasTrialPeriod"):
        value["trialPeriodDays"] = value.get("trialPeriodDays") or 1
    else:
        drop(value, "trialPeriodDays", "trialAmount")
    if "eventId" in value:
        drop(value, "from", "to", "eventTypes")
    elif path.endswith("/replay"):
        drop(value, "to")
        value.setdefault("from", YESTERDAY)
    if "effectiveFrom" in value:
        value["amount"] = 40.5
    if "color" in value.get("branding", {}):
        value["branding"]["color"] = "#8a4b22"  # On others no text may be readable.
    if "rows" in value:
        value.update(rows=value["rows"][:1], confirmed=True)
    return value


def query_of(value, path, method):
    drop(value, "cursor")  # It is opaque, and of the list alone that returned it.
    if method != "GET":
        drop(value, "limit")  # Of a preview.
    if path.startswith("/api/webhook"):
        drop(value, "from")  # Of a webhook that was disabled.
    if path.endswith("/statistics") or path == "/api/payment":
        drop(value, "startDate")
    if value.get("by", "createdAt") != "createdAt":
        drop(value, "status")
    if "cardStorageId" in value:
        drop(value, "bin")
    if path == "/api/card/query" and not any(value.get(name) for name in ("alias", "bin", "customerId")):
        value["alias"] = "x"
    return value


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    key = (case.headers or {}).get("Idempotency-Key")
    if key in KEYS:
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    KEYS.add(key)
    case.query = query_of(tidy(case.query or {}), case.operation.path, case.method)
    if isinstance(case.body, dict):
        case.body = body_of(tidy(case.body), case.method, case.operation.path)


@schemathesis.check
def says_which(context, response, case):
    """A refusal names the field at fault, or has a fact, but for the key and an id or route of the address."""
    if not 400 <= response.status_code < 500 or response.status_code in (401, 404, 405):
        return
    answer = response.json()
    told = set(answer["data"]) - {"requestId", "retryable", "docUrl", "advice"}
    assert told or answer["errorCode"].startswith("IDEMPOTENCY_KEY"), f"{answer['errorCode']} names nothing"


NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?")
FLAGS = {"true": True, "1": True, "false": False, "0": False}


def respelled(schema, value, document, name=""):
    """The value as the document types and names it, where the service reads another spelling of it."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    types = schema.get("type", ())
    if isinstance(value, dict) and "properties" in schema:
        names = {one.lower(): one for one in schema["properties"]}
        own = {one: names.get(one.lower(), one) for one in value}
        return {
            own[one]: respelled(schema["properties"].get(own[one], {}), inner, document, own[one])
            for one, inner in value.items()
        }
    if isinstance(value, list) and "items" in schema:
        return [respelled(schema["items"], one, document) for one in value]
    if "boolean" in types and str(value).lower() in FLAGS:
        return FLAGS[str(value).lower()]
    if ("number" in types or "integer" in types) and isinstance(value, str) and NUMBER.fullmatch(value):
        return float(value)
    if name in ("orderNumber", "id") and type(value) is int and value >= 0:
        return str(value)
    return value


def is_other_spelling(case):
    """What the service takes beside the strict types (api.md 5.1): test/every-endpoint holds these spellings."""
    operation, document = case.operation.definition.raw, case.operation.schema.raw_schema
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    query = {one["name"]: one["schema"] for one in operation.get("parameters", []) if one.get("in") == "query"}
    sent = [(body, case.body), ({"properties": query}, dict(case.query or {}))]
    return any(repr(respelled(schema, value, document)) != repr(value) for schema, value in sent)


@schemathesis.hook
def filter_case(context, case):
    """Null and "" are the same as leaving a field out: a client that leaves it out need not know that."""
    if not re.search(r"None|''", repr(case.body)) and not is_other_spelling(case):
        return True
    return case.meta is None or case.meta.generation.mode.is_positive
