// The list of keys: ? opens it; Escape and the button close it by themselves.

const help = document.getElementById("help");
document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  if (help.open) help.close();
  else help.showModal();
});
