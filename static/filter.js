// The filter of a report: a change counts at once and the page stays where it
// is. The server renders what is new; only what differs is put into the page.

const form = document.querySelector("[data-filter]");
const report = document.querySelector("[data-report]");
if (form && report) start(form, report);

function start(form, report) {
  const patience = 250; // ms after the last key in a number field
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

  function address() {
    const query = new URLSearchParams(new FormData(form));
    return `${form.getAttribute("action")}?${query}`;
  }

  // show puts the page at an address into this one; renew takes its form too.
  async function show(address, renew) {
    const mine = ++asked;
    performance.mark("filter-start");
    const answer = await fetch(address, { headers: { Accept: "text/html", "X-Have": report.dataset.here } });
    const text = await answer.text();
    if (mine !== asked) return;
    if (!answer.ok) {
      location.href = address;
      return;
    }
    const page = new DOMParser().parseFromString(text, "text/html");
    if (renew) form.replaceChildren(...page.querySelector("[data-filter]").children);
    for (const part of document.querySelectorAll("[data-part]")) {
      const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
      const open = part.querySelector("details[open]");
      if (fresh) part.replaceChildren(...fresh.childNodes);
      if (open) part.querySelector("details")?.setAttribute("open", "");
    }
    // Only the paragraphs that differ have come; the others stay as they are,
    // and with them the place on the page.
    for (const p of page.querySelectorAll(".paper .text > p")) document.getElementById(p.id)?.replaceWith(p);
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
    performance.measure("filter", "filter-start");
  }
}
