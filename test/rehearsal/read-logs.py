# Prints the functions' log messages, one per line. Run with the emulator's Python, whose packages include a client
# for CloudWatch Logs; the service itself never reads logs.
from botocore.session import get_session

logs = get_session().create_client("logs")
for groups in logs.get_paginator("describe_log_groups").paginate(logGroupNamePrefix="/payment/"):
    for group in groups["logGroups"]:
        pages = logs.get_paginator("filter_log_events").paginate(logGroupName=group["logGroupName"])
        for page in pages:
            for event in page["events"]:
                print(event["message"].rstrip())
