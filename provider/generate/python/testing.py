"""Mocks for the unit tests of programs."""

import hashlib
import re
import typing

import pulumi
from pulumi.runtime.rpc import unwrap_rpc_secret

from ._answers import ANSWERS

__all__ = ["PlatformMocks"]

_Values = typing.Dict[str, typing.Any]
_Answer = typing.Union[_Values, typing.Callable[[_Values], _Values]]


def _python_name(name: str) -> str:
    """The name that this package has for a resource or a function."""
    return name if name[0].isupper() else re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", name)


_NAMES = {f"platform:index:{name}": name for name in ANSWERS}


class PlatformMocks(pulumi.runtime.Mocks):
    """
    Answers as the platform does, the same in every run. Resources of other packages get the id
    `<name>-id` and their inputs as state.

    Keyword arguments replace answers, by the names of this package, for example
    `PlatformMocks(get_roles={"roles": [{"id": "1", "name": "Admin"}]})`. An answer is a dictionary, or a
    function that gets the arguments. Its keys are the platform's names, such as `userCount`.
    """

    def __init__(self, **answers: _Answer) -> None:
        super().__init__()
        own = {_python_name(name): name for name in ANSWERS}
        for name in answers:
            if name not in own:
                raise TypeError(f"unknown resource or function {name}: use one of {', '.join(own)}")
        self._answers = {own[name]: answer for name, answer in answers.items()}

    def new_resource(
        self, args: pulumi.runtime.MockResourceArgs
    ) -> typing.Tuple[typing.Optional[str], _Values]:
        resource = _NAMES.get(args.typ)
        if resource is None:
            return f"{args.name}-id", args.inputs
        # The state keeps its secrets, and answers follow from the values.
        given = {name: unwrap_rpc_secret(value) for name, value in args.inputs.items()}
        outputs = self._answer(resource, given)
        existing = outputs.pop("id", None) or args.resource_id or given.get("adopt")
        return str(existing or _new_id(resource, args.name, given)), {**args.inputs, **outputs}

    def call(self, args: pulumi.runtime.MockCallArgs) -> _Values:  # type: ignore[override]
        name = _NAMES.get(args.token)
        return args.args if name is None else self._answer(name, args.args)

    def _answer(self, name: str, given: _Values) -> _Values:
        own = self._answers.get(name, {})
        return {**_platform_answer(name, given), **(own(given) if callable(own) else own)}


def _platform_answer(name: str, given: _Values) -> _Values:
    known = ANSWERS[name]
    answer = dict(known["answer"])
    for field, argument in known.get("repeats", {}).items():
        value = given.get(argument)
        if value is not None:
            answer[field] = _text(value) if isinstance(answer[field], str) else value
    for argument, outputs in known.get("answerWith", {}).items():
        if given.get(argument):
            answer.update(outputs)
    return answer


def _new_id(resource: str, name: str, given: _Values) -> str:
    """An id of the form that the platform gives, which only the type and the name decide."""
    digest = hashlib.sha256(f"{resource}::{name}".encode()).hexdigest()
    parts = {**given, "number": 2**32 + int(digest[:8], 16), "run": f"r{digest[:24]}"}
    return re.sub(r"\{(\w+)\}", lambda found: _text(parts.get(found[1])), ANSWERS[resource]["id"])


def _text(value: typing.Any) -> str:
    """Pulumi passes every number as a float."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
