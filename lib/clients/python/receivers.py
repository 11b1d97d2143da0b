"""Receivers of webhooks, which read the body before anything parses it. `work` may get an event twice: its
`id` tells. If it raises, the service sends the event again."""

import inspect
from typing import Any, Callable, Iterable

from .types import ServiceEvent
from .verify import NotVerifiedError, verify_webhook

__all__ = ["django_receiver", "fastapi_receiver"]

Work = Callable[[ServiceEvent], Any]


def fastapi_receiver(secrets: Iterable[str], work: Work) -> Any:
    """`app.post("/webhook")(fastapi_receiver([secret], work))`; `work` may be `async`."""
    from fastapi import Request, Response
    from fastapi.concurrency import run_in_threadpool

    async def receive(request: Request) -> Response:
        try:
            event = verify_webhook(await request.body(), request.headers, secrets)
        except NotVerifiedError as error:
            return Response(str(error), status_code=401)
        done = await run_in_threadpool(work, event)
        if inspect.isawaitable(done):
            await done
        return Response("Received.")

    return receive


def django_receiver(secrets: Iterable[str], work: Work) -> Any:
    """`path("webhook", django_receiver([secret], work))`; the view needs no CSRF token."""
    from django.http import HttpResponse
    from django.views.decorators.csrf import csrf_exempt
    from django.views.decorators.http import require_POST

    @csrf_exempt
    @require_POST
    def receive(request: Any) -> Any:
        try:
            event = verify_webhook(request.body, request.headers, secrets)
        except NotVerifiedError as error:
            return HttpResponse(str(error), status=401)
        work(event)
        return HttpResponse("Received.")

    return receive
