"""How a call is sent, with Python's own library. Another function with this shape can replace `send`."""

from typing import Any, Dict, Mapping, NamedTuple, Optional
from urllib import request as urllib_request

__all__ = ["Request", "Response", "send"]


class Request(NamedTuple):
    """`timeout` is in seconds."""

    method: str
    url: str
    headers: Dict[str, str]
    body: Optional[bytes]
    timeout: float


class Response(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


class _AsItIs(urllib_request.HTTPErrorProcessor):
    """Gives every answer back, and follows no redirection: the key is for one address alone."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


_opener = urllib_request.build_opener(_AsItIs())


def send(request: Request) -> Response:
    """Over a connection of its own, so that threads and forked processes never share one. Raises if no answer
    comes."""
    method, url, headers, body, timeout = request
    asked = urllib_request.Request(url, data=body, headers=headers, method=method)
    with _opener.open(asked, timeout=timeout) as response:
        return Response(response.status, response.headers, response.read())
