"""What every answer has in common: headers, compression, static files, health check."""
