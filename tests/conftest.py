"""Settings for all tests."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Under nohup and in background jobs SIGINT is ignored, which the programs under test would inherit; a handler is reset by exec.
    signal.signal(signal.SIGINT, signal.default_int_handler)
