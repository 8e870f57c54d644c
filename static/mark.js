// Showing where a field stands in a form: what is selected in the text, or chosen in the
// picture of a page, goes into the form beside it. Without this a line is chosen from a
// list, and words of a picture are links.

const form = document.querySelector("[data-mark]");
const text = document.querySelector(".document .sheet .text");
const page = document.querySelector("[data-pieces] svg");
const longest = 60; // characters: more than a label is no label

// take puts words into the form; at is where they stand in the text, if that is known.
function take(words, at = "") {
  form.querySelector("[name=text]").value = words;
  form.querySelector("[name=at]").value = at;
  form.querySelector("[name=line]").value = "";
  form.closest("details").open = true;
}

if (form) {
  // What is typed stands anywhere.
  form.querySelector("[name=text]").addEventListener("input", () => { form.querySelector("[name=at]").value = ""; });
  form.querySelector(".faults a, .trial")?.focus();
}

if (form && text) {
  document.addEventListener("selectionchange", () => {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || !text.contains(selection.anchorNode) || !text.contains(selection.focusNode)) return;
    const chosen = selection.toString().replace(/\s+/g, " ").trim();
    if (chosen && chosen.length <= longest) take(chosen);
  });
}

if (form && page) {
  const pieces = [...page.querySelectorAll(".piece")];
  const choose = (chosen) => {
    const words = chosen.map((piece) => piece.dataset.words).join(" ");
    if (!words || words.length > longest) return;
    for (const piece of pieces) piece.toggleAttribute("aria-current", chosen.includes(piece));
    for (const piece of chosen) piece.setAttribute("aria-current", "true");
    take(words, chosen.length === 1 ? chosen[0].dataset.at : "");
  };
  page.addEventListener("click", (event) => {
    const piece = event.target.closest(".piece");
    if (!piece) return;
    event.preventDefault();
    if (!dragged) choose([piece]);
  });
  // Dragging chooses all pieces that the rectangle touches.
  let start = null;
  let lasso = null;
  let dragged = false;
  const least = 6; // pixels of the window: less is a click
  const place = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(page.getScreenCTM().inverse());
  page.addEventListener("dragstart", (event) => event.preventDefault()); // of links
  page.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.button === 0 && event.pointerType !== "touch") start = { x: event.clientX, y: event.clientY, at: place(event) };
  });
  window.addEventListener("pointermove", (event) => {
    if (!start || (!lasso && Math.hypot(event.clientX - start.x, event.clientY - start.y) < least)) return;
    if (!lasso) {
      lasso = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      lasso.setAttribute("class", "lasso");
      page.append(lasso);
      dragged = true;
    }
    const now = place(event);
    const box = { x: Math.min(now.x, start.at.x), y: Math.min(now.y, start.at.y), width: Math.abs(now.x - start.at.x), height: Math.abs(now.y - start.at.y) };
    for (const [name, value] of Object.entries(box)) lasso.setAttribute(name, value);
  });
  window.addEventListener("pointerup", () => {
    if (lasso) {
      const over = lasso.getBoundingClientRect();
      choose(pieces.filter((piece) => [...piece.querySelectorAll("rect")].some((rect) => {
        const r = rect.getBoundingClientRect();
        return r.left < over.right && r.right > over.left && r.top < over.bottom && r.bottom > over.top;
      })));
      lasso.remove();
    }
    start = lasso = null;
  });
}
