"""The controls of the service on one machine (`npm start`): its clock, the bank's next answers, the bank's
books."""

from decimal import Decimal
from typing import Any, Dict, List, Mapping, Optional, TypedDict

from . import exact
from .transport import Request, send

__all__ = ["BankOperation", "Sandbox"]


class BankOperation(TypedDict):
    """`operation`: `sale`, `void`, `refund` or `inquiry`."""

    operation: str
    orderId: str
    amount: Decimal
    currency: Optional[str]
    outcome: str
    code: str
    at: str
    hostReference: Optional[str]


class Sandbox:
    def __init__(self, base_url: str) -> None:
        self._base_url = base_url

    def clock(self, by: str) -> Dict[str, Any]:
        """Moves the time on by a duration like `P1M`, and runs all that falls due; returns the new time."""
        return self._control("clock", {"by": by})

    def bank(self, *outcomes: str) -> None:
        """The next movements of money answer so: `approve`, `decline:51`, `lost-before`, `lost-after`."""
        self._control("bank/script", {"outcomes": outcomes})

    def ledger(self) -> List[BankOperation]:
        """The bank's own books, the newest last."""
        return self._control("bank/ledger")["operations"]

    def _control(self, name: str, body: Optional[Mapping[str, object]] = None) -> Any:
        url, headers = f"{self._base_url}/local/{name}", {"Content-Type": "application/json"}
        data = None if body is None else exact.write(body).encode()
        # Moving the clock runs all that falls due, which may take long.
        response = send(Request("GET" if body is None else "POST", url, headers, data, 600.0))
        if response.status >= 300:
            raise RuntimeError(f"/local/{name}: {response.status} {response.body.decode()}")
        return exact.read(response.body)
