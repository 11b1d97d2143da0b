# The receivers of the packed Python client in FastAPI and Django: see receivers.ts. Prints the two addresses, then
# each event that a receiver hands on.
import sys
import threading
from wsgiref.simple_server import make_server

import django
import uvicorn
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import path
from fastapi import FastAPI

from payment_service_client import django_receiver, fastapi_receiver

secrets = []


def work(place):
    def done(event):
        if event["objectId"] in failing:
            failing.clear()
            raise RuntimeError("The work failed.")
        print(place, event["type"], flush=True)

    return done


async def later(event):
    print("fastapi-async", event["type"], flush=True)


failing = set()
app = FastAPI()
app.post("/webhook")(fastapi_receiver(secrets, work("fastapi")))
app.post("/later")(fastapi_receiver(secrets, later))
urlpatterns = [path("webhook", django_receiver(secrets, work("django")))]
settings.configure(
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["localhost"],
    MIDDLEWARE=["django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"],
    SECRET_KEY="x",
)
django.setup()
wsgi = make_server("127.0.0.1", 0, get_wsgi_application())
threading.Thread(target=wsgi.serve_forever, daemon=True).start()
server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical"))
threading.Thread(target=server.run, daemon=True).start()
while not server.started:
    pass
print(server.servers[0].sockets[0].getsockname()[1], wsgi.server_port, flush=True)
for line in sys.stdin:
    kind, value = line.split()
    (secrets.append if kind == "secret" else failing.add)(value)
    print("heard", flush=True)
