"""Values as JSON and as text. Knows no backend and reads no clock."""
