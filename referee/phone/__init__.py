"""The whole application in a phone's browser: the folder of static files it is opened from, and how it runs there."""
