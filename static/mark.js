// Showing where a field stands in a form: what is selected in the text goes into the
// form beside it. Without this a line is chosen from a list.

const form = document.querySelector("[data-mark]");
const text = document.querySelector(".document .sheet .text");
if (form && text) {
  const longest = 60; // characters: more than a label is no label
  document.addEventListener("selectionchange", () => {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || !text.contains(selection.anchorNode) || !text.contains(selection.focusNode)) return;
    const chosen = selection.toString().replace(/\s+/g, " ").trim();
    if (!chosen || chosen.length > longest) return;
    form.querySelector("[name=text]").value = chosen;
    form.querySelector("[name=line]").value = "";
    form.closest("details").open = true;
  });
}
