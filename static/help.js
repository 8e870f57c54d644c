// The list of keys: ? or a button opens it; Escape and its button close it by
// themselves.

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
});
