"""Handlers get the services they declare."""

import pytest

from tablier.server.http.routing import Call, Endpoint, services_for


class Clock:
    pass


class Lamp:
    pass


async def read(call: Call, clock: Clock) -> None: ...


async def write(call: Call, body: str, lamp: Lamp, clock: Clock) -> None: ...


def test_a_handler_gets_the_services_of_its_parameters_types():
    clock, lamp = Clock(), Lamp()
    assert services_for(Endpoint("GET", "/a", "", read), (lamp, clock)) == {"clock": clock}
    assert services_for(Endpoint("POST", "/a", "", write, body=str), (lamp, clock)) == {"lamp": lamp, "clock": clock}


@pytest.mark.parametrize("parts", [(), (Lamp(),), (Clock(), Clock())])
def test_a_service_that_is_not_there_or_there_twice_is_refused_at_the_start(parts):
    with pytest.raises(TypeError, match=r"GET /a: [02] services are a Clock"):
        services_for(Endpoint("GET", "/a", "", read), parts)
