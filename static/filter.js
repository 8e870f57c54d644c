// The filter of a report: a change counts at once and the page stays where it
// is. The server counts and renders; only what differs is put into the page,
// what is in sight first.

const form = document.querySelector("[data-filter]");
const report = document.querySelector("[data-report]");
if (form && report) start(form, report);

function start(form, report) {
  const patience = 250; // ms after the last key in a number field
  const leastCards = 20; // that fill the side bar, however few there were before
  let timer = 0;
  let asked = 0;

  form.addEventListener("change", () => {
    clearTimeout(timer);
    if (form.reportValidity()) show(address());
  });
  form.addEventListener("input", (event) => {
    if (event.target.type !== "number") return;
    clearTimeout(timer);
    timer = setTimeout(() => form.checkValidity() && show(address()), patience);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(address());
  });
  document.addEventListener("click", (event) => {
    const a = event.target.closest("a[data-filter-reset]");
    if (!a || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    show(a.href, true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.key.toLowerCase() !== "f") return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    event.preventDefault();
    form.togglePopover();
  });

  // A decision counts at once too; the passage it was about stays open. Where none
  // is, the next one is chosen, as in the pair view.
  document.addEventListener("decided", (event) => {
    const { subject, verdict, kept } = event.detail;
    const open = document.querySelector("#passage section")?.dataset.match;
    const chosen = report.querySelector(".text a.hl.selected");
    const all = [...report.querySelectorAll(".text a.hl[data-rank]")].map((a) => a.dataset.match);
    const at = all.indexOf(chosen?.dataset.match);
    const onward = kept && subject === "match" && verdict !== "" && !open;
    have = "";
    event.detail.shown = show(report.dataset.here).then(() => {
      if (open) report.querySelector(`.text a.hl[data-match="${open}"]`)?.click();
      else if (at >= 0) document.dispatchEvent(new CustomEvent("report:choose", { detail: all.slice(onward ? at + 1 : at).concat(all[at]) }));
    });
  });

  function address() {
    const query = new URLSearchParams(new FormData(form));
    return `${form.getAttribute("action")}?${query}`;
  }

  // What of the text is in which state: have is the address that all paragraphs
  // are as, empty while they are of several.
  let have = report.dataset.here;

  // show puts the page at an address into this one; renew takes its form too.
  // First comes what is in sight, then, once that is painted, the rest of the text.
  async function show(address, renew) {
    const mine = ++asked;
    performance.mark("filter-start");
    const held = have;
    const seen = inSight();
    const page = await ask(address, { "X-Part": `near ${seen}` });
    if (!page || mine !== asked) return;
    have = "";
    if (renew) form.replaceChildren(...page.querySelector("[data-filter]").children);
    for (const part of document.querySelectorAll("[data-part]")) {
      const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
      const open = [...part.querySelectorAll("details[open]")].map(keyOf);
      if (fresh) part.replaceChildren(...fresh.childNodes);
      for (const details of part.querySelectorAll("details")) if (open.includes(keyOf(details))) details.open = true;
    }
    put(page.querySelectorAll(".paper .text p"));
    for (const lead of document.querySelectorAll(".lead:has(a.hl)")) lead.open = true;
    for (const a of document.querySelectorAll(".text a.hl.selected")) {
      a.classList.remove("selected");
      a.removeAttribute("aria-current");
    }
    const bars = document.querySelector(".strip svg");
    bars.replaceChildren(...page.querySelector(".strip svg").childNodes);
    report.dataset.here = page.querySelector("[data-report]").dataset.here;
    document.getElementById("passage").replaceChildren();
    history.replaceState(null, "", report.dataset.here);
    document.dispatchEvent(new Event("report:changed"));
    await painted();
    performance.measure("filter", "filter-start");
    if (mine !== asked) return;

    const rest = await ask(address, { "X-Part": `far ${seen}`, ...(held && { "X-Have": held }) });
    if (!rest || mine !== asked) return;
    put(rest.querySelectorAll(".text p"));
    document.querySelector(".sources").append(...rest.querySelector(".sources").children);
    have = report.dataset.here;
    document.dispatchEvent(new Event("report:changed"));
    await painted();
    performance.measure("filter-rest", "filter-start");
  }

  // keyOf tells boxes that open apart, also in the page that takes the place of this one.
  function keyOf(details) {
    return `${details.className} ${details.closest("[id]")?.id}`;
  }

  async function ask(address, headers) {
    const answer = await fetch(address, { headers: { Accept: "text/html", ...headers } });
    const text = await answer.text();
    if (answer.ok) return new DOMParser().parseFromString(text, "text/html");
    location.href = address;
    return null;
  }

  // put replaces paragraphs that look different. The others stay as they are,
  // and with them the place on the page; where their links lead is seen to when
  // they are used.
  function put(paragraphs) {
    for (const p of paragraphs) {
      const old = document.getElementById(p.id);
      if (old && looks(old) !== looks(p)) old.replaceWith(p);
    }
  }

  function looks(p) {
    return p.innerHTML.replace(/ href="[^"]*"/g, "");
  }

  // inSight is the part of the text on the screen and a screen around it, and
  // how many cards there are down to a screen below.
  function inSight() {
    const leaves = [...report.querySelectorAll(".leaf")].filter((leaf) => {
      const { top, bottom } = leaf.getBoundingClientRect();
      return bottom > -innerHeight && top < 2 * innerHeight;
    });
    const text = leaves.length === 0 ? "0-0" : `${leaves[0].dataset.start}-${leaves.at(-1).dataset.end}`;
    const cards = [...report.querySelectorAll(".source")];
    const below = cards.findIndex((card) => card.getBoundingClientRect().top > 2 * innerHeight);
    return `${text} ${Math.max(leastCards, below < 0 ? cards.length : below)}`;
  }

  // painted waits until the browser has shown what was changed.
  function painted() {
    return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
}
