"""The application in a phone's browser: how its folder is made, and how it runs there."""
