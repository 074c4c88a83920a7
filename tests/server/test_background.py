"""What a process does beside answering clients."""

import asyncio

from tablier.server.background import BackgroundTasks


def test_work_is_repeated_after_an_error_and_ended_after_what_it_has_begun():
    done: list[str] = []

    async def story() -> None:
        background, goes_on, begun = BackgroundTasks(), asyncio.Event(), asyncio.Event()

        async def work() -> None:
            done.append("begun")
            if len(done) < 3:
                raise ValueError("that is logged")
            begun.set()
            await goes_on.wait()
            done.append("ended")

        background.repeat(work, 0)
        await begun.wait()
        closing = asyncio.create_task(background.close())
        await asyncio.sleep(0)
        goes_on.set()
        await closing
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(story())
    assert done == ["begun", "begun", "begun", "ended"]
