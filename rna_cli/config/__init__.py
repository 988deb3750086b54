"""Where things are and how `rna` is set up: places, the settings as data, and the configuration file."""
