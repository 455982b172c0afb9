"""Clubs, their devices, and the links and codes that admit a device."""
