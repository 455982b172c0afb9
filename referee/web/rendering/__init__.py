"""What every page is rendered with: language, numbers, emblems, paging."""
