// Goes on with the import of a large club by itself; without scripts the user taps for each part of it.
document.querySelector("[data-goes-on]").requestSubmit();
