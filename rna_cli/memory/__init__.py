"""The one way in and the one way out: every write goes through the gateway, every read through the reader."""
