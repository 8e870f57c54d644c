// Follows how far a call is: while something of it changes, the part of the page that
// says so is asked for every few seconds, and the page is loaded again at the end.

const box = document.querySelector("[data-progress]");
const every = 3000; // ms

async function follow() {
  const part = box.querySelector("[data-part=progress]");
  const answer = document.hidden ? null : await fetch(box.dataset.progress, { headers: { Accept: "text/html" } }).catch(() => null);
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector(".progress-view");
    if (!fresh) return;
    part.replaceChildren(fresh);
    if (!("open" in fresh.dataset)) {
      location.reload();
      return;
    }
  }
  setTimeout(follow, every);
}
if (box && "open" in box.dataset) setTimeout(follow, every);
