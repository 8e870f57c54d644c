// Decisions: buttons and keys say what the forms are about; a confirmation by
// somebody whose name is known needs no form. Without it the forms of the pair
// view work as they are.

const pair = document.querySelector("[data-pair]");
const passage = document.getElementById("passage");
const forms = ["confirm", "dismiss", "exclude"].map((id) => document.getElementById(id));
const [confirm, dismiss, exclude] = forms;

function field(box, name) {
  return box.querySelector(`[name="${name}"]`);
}

// subject is the match and the source that keys are about.
function subject() {
  if (pair) return { match: pair.dataset.active, source: field(exclude, "ref").value, name: "" };
  const item = passage?.querySelector(`li[data-match="${passage.querySelector("section")?.dataset.match}"]`);
  return { match: item?.dataset.match, source: item?.dataset.source, name: item?.dataset.name };
}

function about({ match, source, name }) {
  for (const box of [confirm, dismiss]) if (match) field(box, "ref").value = match;
  if (source) field(exclude, "ref").value = source;
  if (name) exclude.querySelector("[data-source-name]").textContent = name;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[popovertarget]");
  if (!button || !["confirm", "dismiss", "exclude"].includes(button.getAttribute("popovertarget"))) return;
  if (button.getAttribute("popovertargetaction") === "hide") return;
  about(pair ? subject() : button.dataset);
  if (button.dataset.decide === "confirm" && known()) {
    event.preventDefault();
    confirm.querySelector("form").requestSubmit();
  }
});

// Where a decision was made is where one comes back to.
document.addEventListener("submit", (event) => {
  if (!("decision" in event.target.dataset)) return;
  field(event.target, "back").value = location.pathname + location.search;
});

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input, select, textarea, dialog, [popover]")) return;
  const now = subject();
  const box = { c: confirm, d: dismiss, x: exclude }[event.key.toLowerCase()];
  if (!box || !(box === exclude ? now.source : now.match)) return;
  event.preventDefault();
  about(now);
  if (box === confirm && known()) {
    confirm.querySelector("form").requestSubmit();
    return;
  }
  box.showPopover();
  (box.querySelector("select") ?? field(box, "comment")).focus();
});

function known() {
  return field(confirm, "reviewer").value.trim() !== "";
}
