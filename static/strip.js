// The map of the document: a frame shows which part is on the screen; a click
// or a drag goes there. Places are characters, not pixels, as the bars are.

const strip = document.querySelector(".strip svg");
const text = document.querySelector(".paper .text");
if (strip && text) map(strip, text);

function map(strip, text) {
  const all = [...text.querySelectorAll(".leaf")]; // they stay, whatever becomes of what is in them
  const length = Math.max(1, Number(text.dataset.length));
  const height = 1000;
  let waiting = false;

  const update = () => {
    waiting = false;
    const top = placeAt(barHeight());
    const bottom = placeAt(innerHeight);
    const frame = strip.querySelector(".window");
    frame.setAttribute("y", (top / length) * height);
    frame.setAttribute("height", Math.max(8, ((bottom - top) / length) * height));
  };
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(update);
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  document.addEventListener("report:changed", later);
  later();

  strip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    strip.setPointerCapture(event.pointerId);
    go(event, event.target.closest("a") ? "start" : "middle");
  });
  strip.addEventListener("pointermove", (event) => {
    if (strip.hasPointerCapture(event.pointerId)) go(event, "middle");
  });
  strip.addEventListener("click", (event) => event.preventDefault());

  // placeAt gives the character at a height of the window. Only the leaf there
  // is looked into: those out of sight are not laid out.
  function placeAt(y) {
    const leaves = all.filter((leaf) => !leaf.closest("details:not([open])"));
    let low = 0;
    let high = leaves.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (leaves[middle].getBoundingClientRect().bottom > y) high = middle;
      else low = middle + 1;
    }
    const leaf = leaves[low];
    if (!leaf) return 0;
    const p = [...leaf.querySelectorAll("p")].find((p) => p.getBoundingClientRect().bottom > y) ?? leaf;
    const rect = p.getBoundingClientRect();
    if (low === 0 && rect.top > y) return 0; // what is folded before it begins there
    const within = Math.min(1, Math.max(0, (y - rect.top) / Math.max(1, rect.height)));
    return Number(p.dataset.start) + within * (p.dataset.end - p.dataset.start);
  }

  // elsewhere loads the part of a long text that a character is in, unless it is here.
  function elsewhere(place) {
    if (!document.querySelector(".text-parts") || all.length === 0) return false;
    const [start, end] = [Number(all[0].dataset.start), Number(all.at(-1).dataset.end)];
    if (start <= place && place <= end + 1) return false;
    const address = new URL(document.querySelector("[data-report]").dataset.here, location.href);
    address.searchParams.set("at", Math.floor(place));
    location.href = address;
    return true;
  }

  function go(event, where) {
    const rect = strip.getBoundingClientRect();
    const place = Math.min(1, Math.max(0, (event.clientY - rect.top) / rect.height)) * length;
    const holds = (e) => Number(e.dataset.end) >= place;
    if (elsewhere(place)) return;
    const leaf = all.find(holds) ?? all.at(-1);
    if (!leaf) return; // a text of nothing has none
    leaf.closest("details")?.setAttribute("open", "");
    const p = [...leaf.querySelectorAll("p")].find(holds) ?? leaf;
    const box = p.getBoundingClientRect();
    const within = (place - p.dataset.start) / Math.max(1, p.dataset.end - p.dataset.start);
    const y = scrollY + box.top + Math.min(1, Math.max(0, within)) * box.height;
    const from = where === "start" ? barHeight() + 90 : barHeight() + (innerHeight - barHeight()) / 2;
    scrollTo({ top: y - from, behavior: "instant" });
  }
}

// barHeight is how much of the window's top the bars cover.
function barHeight() {
  return Math.max(0, document.querySelector(".head").getBoundingClientRect().bottom);
}
