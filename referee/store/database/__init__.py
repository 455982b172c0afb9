"""The database: its tables, how it is opened, its transactions, its quotas."""
