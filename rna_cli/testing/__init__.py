"""For authors of other backends: the conformance suite. Product code never imports it."""
