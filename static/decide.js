// Decisions: buttons and keys say what the forms are about; a confirmation by
// somebody whose name is known needs no form. A decision is sent without loading
// the page again: a "decided" event tells the rest of the page to show it.
// Without this the forms of the pair view work as they are.

const pair = document.querySelector("[data-pair]");
const passage = document.getElementById("passage");
const box = (id) => document.getElementById(id);
const field = (form, name) => form.querySelector(`[name="${name}"]`);
const known = () => field(box("confirm"), "reviewer").value.trim() !== "";

// subject is the match and the source that keys are about.
function subject() {
  if (pair) return { match: pair.dataset.active, source: field(box("exclude"), "ref").value, name: "" };
  const item = passage?.querySelector(`li[data-match="${passage.querySelector("section")?.dataset.match}"]`);
  if (!item) return { match: document.querySelector(".text a.hl.selected")?.dataset.match };
  return { match: item?.dataset.match, source: item?.dataset.source, name: item?.dataset.name };
}

function about({ match, source, name }) {
  for (const id of ["confirm", "dismiss"]) if (match) field(box(id), "ref").value = match;
  if (source) field(box("exclude"), "ref").value = source;
  if (name) box("exclude").querySelector("[data-source-name]").textContent = name;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[popovertarget]");
  if (!button || !["confirm", "dismiss", "exclude"].includes(button.getAttribute("popovertarget"))) return;
  if (button.getAttribute("popovertargetaction") === "hide") return;
  about(pair ? subject() : button.dataset);
  if (button.dataset.decide === "confirm" && known()) {
    event.preventDefault();
    box("confirm").querySelector("form").requestSubmit();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.repeat || event.target.closest("input, select, textarea, dialog, [popover]")) return;
  const key = event.key.toLowerCase();
  if (key === "u") {
    const undo = document.querySelector("[data-decided] [data-undo]");
    if (!undo) return;
    event.preventDefault();
    undo.click();
    return;
  }
  const verdict = box("verdict") ?? box("opinion");
  if (verdict && !pair && "123".includes(key)) {
    const choice = [...verdict.querySelectorAll("input[name=verdict][type=radio]")][key - 1];
    if (!choice) return;
    event.preventDefault();
    choice.checked = true;
    verdict.showPopover();
    const form = choice.form;
    (known() || !field(form, "reviewer") || field(form, "reviewer").value ? form.querySelector(".box-foot .primary") : field(form, "reviewer")).focus();
    return;
  }
  const now = subject();
  const form = { c: box("confirm"), d: box("dismiss"), x: box("exclude") }[key];
  if (!form || !(key === "x" ? now.source : now.match)) return;
  event.preventDefault();
  about(now);
  if (key === "c" && known()) {
    form.querySelector("form").requestSubmit();
    return;
  }
  form.showPopover();
  (form.querySelector("select") ?? field(form, "reviewer")).focus();
});

let sending = false;
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!("decision" in form.dataset) || "onward" in (event.submitter?.dataset ?? {})) return; // the page goes
  event.preventDefault();
  if (sending) return; // the page does not show the last one yet
  sending = true;
  try {
    await decide(form, new FormData(form, event.submitter));
  } finally {
    sending = false;
  }
});

// decide sends a decision and has it shown. That it was not kept is said only where it
// was not: where the page cannot show a decision that was kept, it says so.
async function decide(form, values) {
  let fault;
  try {
    fault = await send(form, values);
  } catch {
    complain([box("decide-fault").dataset.offline]);
    return;
  }
  form.closest("[popover]")?.hidePopover();
  const decided = { ...Object.fromEntries(values), kept: !fault, shown: null };
  document.dispatchEvent(new CustomEvent("decided", { detail: decided }));
  if (fault) complain(fault);
  try {
    await decided.shown;
  } catch (error) {
    if (!fault) complain([box("decide-fault").dataset.stale]);
    throw error;
  }
}

// send gives what the server objects to, or nothing.
async function send(form, values) {
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(values), redirect: "manual", headers: { Accept: "text/html" } });
  if (answer.type === "opaqueredirect" || answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...page.querySelectorAll("main h1, main h1 ~ p:not(.muted, :has(a))")].map((part) => part.textContent);
}

function complain(lines) {
  const fault = box("decide-fault");
  fault.replaceChildren(...lines.map((line) => {
    const p = document.createElement("p");
    p.textContent = line;
    return p;
  }));
  fault.showPopover();
}
