"""How fast `rna` is, beside things that everybody has: run by `make bench`, explained in docs/benchmarks.md."""
