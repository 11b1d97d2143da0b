"""JSON with exact amounts: what the API calls a number with decimals is a decimal.Decimal, both ways."""

import json
from decimal import Decimal
from typing import Any, List, Mapping, Tuple, Union

from .types import DECIMALS


def read(text: Union[str, bytes]) -> Any:
    """Returns the value of a JSON text. Raises ValueError if it is none."""
    return json.loads(text, parse_float=Decimal, object_pairs_hook=_object)


def _object(pairs: List[Tuple[str, Any]]) -> Any:
    # An amount without decimals is written like a whole number.
    return {name: Decimal(one) if name in DECIMALS and type(one) is int else one for name, one in pairs}


def write(value: object) -> str:
    """Returns the JSON text of a value. Raises TypeError for what JSON does not have, and for a float."""
    if isinstance(value, float):
        raise TypeError('An amount is a decimal.Decimal, like Decimal("149.90"), and never a float.')
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError("An amount is a finite number.")
        return format(value, "f")  # Without an exponent, which the API refuses.
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{json.dumps(name)}:{write(one)}" for name, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value)
