"""What every page is rendered with: language and paging."""
