"""What every answer has in common: language, what templates can call, headers, sentences for errors."""
