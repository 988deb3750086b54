"""The health report: what is examined, and how it is put together. It draws nothing."""
