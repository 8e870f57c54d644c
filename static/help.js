// The list of keys: ? or a button opens it; Escape and its button close it by
// themselves, as they do any other dialog, and so does a click beside it.

const help = document.getElementById("help");
function toggle() {
  if (help.open) help.close();
  else help.showModal();
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  toggle();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-help]")) toggle();
  else if (event.target.matches("dialog[open]") && outside(event, event.target.getBoundingClientRect())) event.target.close();
});

// outside reports whether somebody clicked beside a box: on what a dialog covers the dialog itself is clicked.
function outside({ clientX: x, clientY: y }, box) {
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
