"""The comparison page of masking strategies: every number and picture from the reference solutions (`python -m tools.masking`)."""
