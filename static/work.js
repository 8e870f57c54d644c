// The work list by keyboard: J and K go through the rows, Enter opens one, X chooses
// it, A all of the page, B leads to what can be done with the chosen, N and P turn
// pages, / searches, F opens the filters, ? lists the keys. Filters count as soon as they
// are chosen. What can be done with the chosen is shown once something is. What folds
// away closes by Escape and by a click beside it.

const table = document.querySelector("[data-work]");
const filter = document.querySelector("[data-work-filter]");
const selection = document.querySelector("[data-selection]");
const help = document.getElementById("help");

const rows = () => [...document.querySelectorAll("[data-work] tbody tr")];
const boxes = () => [...document.querySelectorAll("[data-work] input[name=doc]")];
let current = -1;
let asked = false; // for what can be done with the chosen, before anything is

function toRow(at) {
  const all = rows();
  if (all.length === 0) return;
  current = Math.max(0, Math.min(all.length - 1, at));
  for (const row of document.querySelectorAll("[data-work] tr.current")) row.classList.remove("current");
  all[current].classList.add("current");
  all[current].querySelector(".row-title").focus();
  all[current].scrollIntoView({ block: "nearest" });
}

// chosenRow is where the keys are: the row that has the focus, or had it last.
function chosenRow() {
  const row = document.activeElement?.closest("[data-work] tbody tr");
  if (row) current = rows().indexOf(row);
  return rows()[current];
}

function count() {
  if (!selection) return;
  const n = boxes().filter((box) => box.checked).length;
  const whole = selection.elements.all.checked;
  const said = selection.querySelector("[data-count]");
  said.textContent = whole ? "" : n === 0 ? said.dataset.none : said.dataset.some.replace("#", n);
  for (const box of boxes()) box.closest("tr").classList.toggle("chosen", box.checked || whole);
  for (const button of selection.querySelectorAll("button")) button.disabled = n === 0 && !whole;
  selection.hidden = n === 0 && !whole && !asked;
  const page = document.querySelector("[data-all]");
  if (!page) return; // an empty list has no head
  page.checked = n > 0 && n === boxes().length;
  page.indeterminate = n > 0 && !page.checked;
}

function choosePage(on) {
  for (const box of boxes()) box.checked = on;
  count();
}

const keys = {
  j: () => toRow((chosenRow(), current) + 1),
  k: () => toRow((chosenRow(), current) - 1),
  x: () => {
    const box = (chosenRow() ?? rows()[0])?.querySelector("input[name=doc]");
    if (box) box.checked = !box.checked;
    if (current < 0) toRow(0);
    count();
  },
  a: () => choosePage(!boxes().every((box) => box.checked)),
  // With nothing chosen no deed can be done, but all that fits the list can be chosen.
  b: () => {
    asked = true;
    count();
    (selection?.querySelector("button:not([disabled])") ?? selection?.elements.all)?.focus();
  },
  f: () => {
    const tool = document.querySelector("[data-key=f]");
    if (!tool) return;
    tool.open = !tool.open;
    if (tool.open) tool.querySelector("select, input, button")?.focus();
  },
  1: () => giveVerdict(0),
  2: () => giveVerdict(1),
  3: () => giveVerdict(2),
  n: () => document.querySelector(".pagination a[rel=next]")?.click(),
  p: () => document.querySelector(".pagination a[rel=prev]")?.click(),
  "/": () => filter?.elements.q.focus(),
  "?": toggle,
};

// giveVerdict asks for what belongs to a verdict on the row that has the keys. All but the first say why.
const verdict = document.querySelector("[data-verdict]");
function giveVerdict(which) {
  const row = chosenRow();
  if (!verdict || !row?.dataset.decide) return;
  verdict.setAttribute("action", row.dataset.decide);
  verdict.querySelector("[data-name]").textContent = row.querySelector(".row-title").textContent;
  const all = verdict.querySelectorAll("[name=verdict]");
  all[which].checked = true;
  const { comment, reviewer } = verdict.elements;
  comment.required = which > 0 || row.dataset.decide.endsWith("/opinions");
  verdict.closest("dialog").showModal();
  if (reviewer.value === "") reviewer.focus();
  else if (comment.required) comment.focus();
  else verdict.querySelector("button.primary").focus();
}
// The page comes again with the list as it is then: the keys stay at their place in it.
const place = "work-place";
verdict?.addEventListener("submit", () => sessionStorage.setItem(place, location.pathname + " " + current));

function toggle() {
  if (help.open) help.close();
  else help.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
  const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!key) return;
  event.preventDefault();
  key();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-help]")) toggle();
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-all]")) choosePage(event.target.checked);
  else if (event.target.closest("[data-work], [data-selection]")) count();
  else if (event.target.matches("[data-work-filter] select:not([multiple])")) filter.requestSubmit();
});

// A list that is empty keeps its form for files open.
const folds = () => [...document.querySelectorAll(".tool[open]")].filter((tool) => table || !tool.matches(".desk-upload"));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.target.closest("dialog")) return;
  for (const tool of folds()) {
    tool.open = false;
    tool.querySelector("summary").focus();
  }
  asked = false;
  count();
});
document.addEventListener("pointerdown", (event) => {
  for (const tool of folds()) if (!tool.contains(event.target)) tool.open = false;
});
// What is empty need not stand in the address.
filter?.addEventListener("submit", () => {
  for (const field of filter.elements) {
    if (field.name && field.value === "") field.disabled = true;
  }
});
// A page that comes back from the browser's memory has its fields again.
addEventListener("pageshow", () => {
  for (const field of filter?.elements ?? []) field.disabled = false;
  count();
});
const [path, at] = (sessionStorage.getItem(place) ?? "").split(" ");
sessionStorage.removeItem(place);
if (path === location.pathname) toRow(Number(at));
if (table) new MutationObserver(count).observe(table.tBodies[0], { childList: true });
count();
