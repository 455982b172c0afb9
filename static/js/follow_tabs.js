// In a phone: what another tab has recorded shows in this one too. The service worker says that something was; a page that shows
// what is recorded is then read anew, as soon as it is looked at. What is typed in it is kept (keep_draft.js).
let stale = false;

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  stale ||= Boolean(data.changed);
  renew();
});
navigator.serviceWorker?.startMessages();
document.addEventListener("visibilitychange", renew);

function renew() {
  const isOnItsWay = document.querySelector("form[data-sent]");
  if (stale && !document.hidden && !isOnItsWay && document.querySelector("[data-renews]")) location.reload();
}
