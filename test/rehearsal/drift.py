"""MiniStack with what it lacks of drift: a change set in the mode REVERT_DRIFT compares the template with what
is really there, so a resource that was deleted by hand is created again, and a changed one gets its properties
back. Here the stack's record of such a resource becomes what is there before the emulator compares. It also
applies the reserved executions of functions, which its CloudFormation leaves out."""
import json

from ministack.app import main
from ministack.services import eventbridge, iam, kms, lambda_svc, scheduler
from ministack.services.cloudformation import provisioners
from ministack.services.cloudformation.handlers import _ACTION_HANDLERS, _resolve_stack
from ministack.services.cloudformation.helpers import _p

RESERVED = "ReservedConcurrentExecutions"


def _part(found, *names):
    """The properties of these names; None if there is no resource."""
    return None if found is None else {name: found[name] for name in names if name in found}


def _key(physical_id, _props):
    found = kms._resolve_key(physical_id)
    return found and {"KeyPolicy": json.loads(found["Policy"])}


def _role(physical_id, props):
    found = iam._roles.get(physical_id)
    there = (found or {}).get("InlinePolicies", {})
    policies = [
        {**policy, "PolicyDocument": json.loads(there[policy["PolicyName"]])}
        for policy in props.get("Policies", [])
        if policy["PolicyName"] in there
    ]
    return found and {"Policies": policies}


def _function(physical_id, _props):
    found = lambda_svc._functions.get(physical_id)
    return found and {RESERVED: found["concurrency"]}


# What is there of a resource, in the shape of its template.
ACTUAL = {
    "AWS::Scheduler::Schedule": lambda name, props: _part(
        scheduler._schedules.get(f"{props['GroupName']}/{name}"), "State", "ScheduleExpression"
    ),
    "AWS::Lambda::EventSourceMapping": lambda name, _: _part(lambda_svc._esms.get(name), "BatchSize"),
    "AWS::Events::Rule": lambda name, props: _part(
        eventbridge._rules.get(eventbridge._rule_key(name, "default")), "State", "ScheduleExpression"
    ),
    "AWS::KMS::Key": _key,
    "AWS::IAM::Role": _role,
    "AWS::Lambda::Function": _function,
}


def _become_actual(stack):
    template, records = stack["_template"]["Resources"], stack["_resources"]
    for name, record in list(records.items()):
        read = ACTUAL.get(record["ResourceType"])
        if read is None or name not in template:
            continue
        props = record.get("Properties") or {}
        actual = read(record["PhysicalResourceId"], props)
        if actual is None:
            del records[name], template[name]
            continue
        changed = {key: value for key, value in actual.items() if key in props and props[key] != value}
        record["Properties"] = {**props, **changed}
        template[name] = {**template[name], "Properties": {**template[name].get("Properties", {}), **changed}}


_create_change_set = _ACTION_HANDLERS["CreateChangeSet"]


def _create(params):
    stack = _resolve_stack(_p(params, "StackName"))
    if stack is not None and _p(params, "DeploymentMode") == "REVERT_DRIFT":
        _become_actual(stack)
    return _create_change_set(params)


def _reserving(handler):
    def apply(*args):
        physical_id, attributes = handler(*args)
        props = next(one for one in reversed(args) if isinstance(one, dict))
        lambda_svc._functions[physical_id]["concurrency"] = props.get(RESERVED)
        return physical_id, attributes

    return apply


_ACTION_HANDLERS["CreateChangeSet"] = _create
for operation in ("create", "update"):
    _handlers = provisioners._RESOURCE_HANDLERS["AWS::Lambda::Function"]
    _handlers[operation] = _reserving(_handlers[operation])
main()
