// A comment that is typed stays in this tab until it is saved: a session that ends meanwhile does not take it along.
// It is kept by form, by what the form is about, and by who signs.

const kept = sessionStorage;
const value = (form, name) => form.querySelector(`input:not([type="radio"])[name="${name}"]`)?.value ?? "";

function keyOf(form) {
  return ["draft", new URL(form.action).pathname, ...["subject", "verdict", "ref", "reviewer"].map((name) => value(form, name))].join(" ");
}

function comments(box) {
  return [...box.querySelectorAll("form[method=post] textarea[name=comment]")];
}

// What was sent without a script is saved once the page says what was decided.
const sent = `sent ${location.pathname}`;
if (document.querySelector(".verdict-button.given, [data-decided] .decision")) {
  if (kept.getItem(sent)) kept.removeItem(kept.getItem(sent));
  kept.removeItem(sent);
}
for (const text of comments(document)) text.value ||= kept.getItem(keyOf(text.form)) ?? "";

document.addEventListener("input", (event) => {
  const text = event.target;
  if (!text.matches("textarea[name=comment]")) return;
  if (text.value.trim() === "") kept.removeItem(keyOf(text.form));
  else kept.setItem(keyOf(text.form), text.value);
});
document.addEventListener("toggle", (event) => {
  if (event.newState !== "open" || !event.target.matches(".decide")) return;
  for (const text of comments(event.target)) text.value = kept.getItem(keyOf(text.form)) ?? text.defaultValue;
}, true);

let sending = "";
document.addEventListener("submit", (event) => {
  if (comments(event.target.parentElement ?? document).length === 0) return;
  sending = keyOf(event.target);
  kept.setItem(sent, sending);
});
document.addEventListener("decided", (event) => {
  if (event.detail.kept) kept.removeItem(sending);
  kept.removeItem(sent);
});
