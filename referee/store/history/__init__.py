"""What finished matches come to: results beside the logs, and what is counted from them."""
