"""The application for programs: ``/api/v1``, its description, and the tokens that open it."""
