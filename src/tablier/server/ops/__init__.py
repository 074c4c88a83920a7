"""Operations: backup, audit, metrics, logging, garbage collection policy."""
