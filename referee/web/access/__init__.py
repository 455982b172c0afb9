"""Who asks and what they may do: devices, roles, origins, limits, what is refused unread."""
