"""The client of the payment service; README.md shows how a call looks."""

from .core import *
from .operations import *
from .receivers import *
from .sandbox import *
from .transport import *
from .types import *
from .verify import *
