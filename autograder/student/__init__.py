"""What students run beside the checks: hints, watching a file, packing what is handed in."""
