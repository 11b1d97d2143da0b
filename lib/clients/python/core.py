"""Calls, repeated under one Idempotency-Key until an answer is known, lists page by page, and the feed from a
saved cursor. The operations and their types are made of the OpenAPI document."""

import random
import time
import uuid
from itertools import count
from typing import Any, Callable, Iterator, List, Mapping, NamedTuple, Optional, Type
from urllib.parse import quote, urlencode

from . import exact
from .sandbox import Sandbox
from .transport import Request, Response, send
from .types import ServiceEvent

__all__ = ["FeedPage", "NoAnswerError", "PaymentServiceError"]

_MOST_WAIT = 60.0
_PAGE = 100

Fields = Optional[Mapping[str, object]]


class PaymentServiceError(Exception):
    """A call that was refused. Each code has a class of its own, with the type of its facts in `refused`."""

    refused: Any
    """The facts of the refusal: advice, wrong fields, limits, sums."""

    def __init__(self, status: int, answer: Mapping[str, Any]) -> None:
        self.status = status
        self.code: str = answer["errorCode"]
        self.message: str = answer["message"]
        self.refused = answer["data"]
        super().__init__(f"{self.code}: {self.message}")


class NoAnswerError(Exception):
    """No answer came, however often the call was made: what it did is not known. The same call with this
    `idempotency_key` returns the answer of the first one, and has no second effect."""

    def __init__(self, method: str, path: str, idempotency_key: Optional[str], lost: object) -> None:
        super().__init__(f"{method} {path}: no answer: {lost}")
        self.idempotency_key = idempotency_key
        self.__cause__ = lost if isinstance(lost, Exception) else None


class FeedPage(NamedTuple):
    """Keep the cursor in one transaction with your work on the events."""

    events: List[ServiceEvent]
    cursor: str


class Core:
    errors: Mapping[str, Type[PaymentServiceError]] = {}

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        language: Optional[str] = None,
        max_retries: int = 5,
        timeout: float = 40.0,
        send: Callable[[Request], Response] = send,
    ) -> None:
        """`language`: `tr` or `en`, of messages and advice; default: Turkish. `max_retries`: how often a call is
        repeated whose answer is lost, or that may pass later. `timeout`: how many seconds one try waits."""
        self._base_url = base_url.rstrip("/")
        self._headers = {"X-Api-Key": api_key, **({"Accept-Language": language} if language else {})}
        self._max_retries = max_retries
        self._timeout = timeout
        self._send = send
        self.sandbox = Sandbox(self._base_url)

    def call(
        self, method: str, path: str, *, body: Fields = None, query: Fields = None, key: Optional[str] = None
    ) -> Any:
        """Returns the `data` of the answer."""
        headers = dict(self._headers)
        if method != "GET":
            key = headers["Idempotency-Key"] = key or str(uuid.uuid4())
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else exact.write(body).encode()
        url = self._base_url + path + _query(query or {})
        request = Request(method, url, headers, data, self._timeout)
        for tried in count():
            lost: object
            wait = _backoff(tried)
            try:
                response = self._send(request)
            except Exception as error:  # Of any transport: whether the call arrived is not known.
                lost = error
            else:
                answer = _answer(response.body)
                if answer is not None and answer["success"]:
                    return answer["data"]
                wait = _retry_after(response.headers, wait)
                lost = f"status {response.status}" if answer is None else self._refusal(response, answer, wait)
            if tried >= self._max_retries:
                if isinstance(lost, PaymentServiceError):
                    raise lost
                raise NoAnswerError(method, path, key, lost)
            time.sleep(min(wait, _MOST_WAIT))

    def _refusal(self, response: Response, answer: Mapping[str, Any], wait: float) -> PaymentServiceError:
        """Of what may pass soon: what the service does not know yet, or cannot do now; a fault of the service
        has done nothing twice. Raises any other, and one that asks to wait for longer than a minute."""
        error = self.errors.get(answer["errorCode"], PaymentServiceError)(response.status, answer)
        may_pass = error.refused.get("retryable") or response.status >= 500
        if may_pass and wait <= _MOST_WAIT:
            return error
        raise error

    def all(self, path: str, query: Fields = None) -> Iterator[Any]:
        """The items of a list, page by page until the last."""
        asked = {"limit": _PAGE, **(query or {})}
        while True:
            page = self.call("GET", path, query=asked)
            yield from page["items"]
            if page["nextCursor"] is None:
                return
            asked["cursor"] = page["nextCursor"]

    def feed(
        self, cursor: Optional[str] = None, *, follow: bool = False, pause: float = 2.0
    ) -> Iterator[FeedPage]:
        """Events from a saved cursor on, the oldest first. With `follow` it waits for later events, and looks
        again after `pause` seconds; otherwise it ends where there are no more."""
        while True:
            query = {"order": "oldest", "limit": _PAGE, "cursor": cursor}
            page = self.call("GET", "/api/event", query=query)
            cursor = str(page["nextCursor"])
            if page["items"]:
                yield FeedPage(page["items"], cursor)
            elif follow:
                time.sleep(pause)
            else:
                return


def _answer(text: bytes) -> Optional[Any]:
    """None if the answer is none of the service, such as that of a proxy."""
    try:
        answer = exact.read(text)
    except ValueError:
        return None
    is_own = isinstance(answer, dict) and isinstance(answer.get("success"), bool) and "data" in answer
    return answer if is_own else None


def _backoff(tried: int) -> float:
    """Half of it by chance, so that callers who failed together do not come back together."""
    return float(min(0.5 * 2**tried, 8.0) * (0.5 + random.random() / 2))


def _retry_after(headers: Mapping[str, str], otherwise: float) -> float:
    given = {name.lower(): value for name, value in headers.items()}.get("retry-after", "")
    return float(given) if given.isdecimal() else otherwise


def at(path: str, *parts: str) -> str:
    """A path with its parts. An empty part would make another call of it."""
    if not all(parts):
        raise ValueError(f"{path}: a part of the path is missing.")
    return path.format(*(quote(part, safe="") for part in parts))


def _query(query: Mapping[str, object]) -> str:
    given = {name: one for name, one in query.items() if one is not None}
    texts = {name: one if isinstance(one, str) else exact.write(one) for name, one in given.items()}
    return "?" + urlencode(texts) if texts else ""
