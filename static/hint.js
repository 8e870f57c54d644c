// The page of a hint: lines join the words that correspond, drawn anew when the page gets
// another width; keys go from pair to pair and from hint to hint. Without this the words
// carry numbers.

const page = document.querySelector("[data-hint-page]");
if (page) start(page);

function start(page) {
  document.documentElement.classList.add("hint-lined");
  const pairs = [...page.querySelectorAll(".hint-pair")];
  const resized = new ResizeObserver((entries) => {
    for (const entry of entries) draw(entry.target);
  });
  for (const pair of pairs) resized.observe(pair.querySelector(".hint-lines"));

  // draw joins each word of the upper sentence with what corresponds in the lower one.
  function draw(box) {
    const svg = box.querySelector("svg");
    const frame = box.getBoundingClientRect();
    svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    svg.replaceChildren();
    const ends = new Map();
    for (const [side, name] of [["this", "from"], ["that", "to"]]) {
      for (const token of box.querySelectorAll(`.${side} .token`)) {
        for (const word of token.dataset.words.split(" ")) {
          const end = ends.get(word) ?? {};
          if (!end[name]) end[name] = token.getClientRects();
          ends.set(word, end);
        }
      }
    }
    for (const [word, { from, to }] of ends) {
      if (!from?.length || !to?.length) continue;
      const a = from[from.length - 1], b = to[0];
      const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
      line.setAttribute("x1", a.left + a.width / 2 - frame.left);
      line.setAttribute("y1", a.bottom - frame.top);
      line.setAttribute("x2", b.left + b.width / 2 - frame.left);
      line.setAttribute("y2", b.top - frame.top);
      line.dataset.word = word;
      svg.append(line);
    }
  }

  // What is pointed at is brought out with what it corresponds to.
  for (const name of ["pointerover", "focusin"]) page.addEventListener(name, (event) => bringOut(event.target));
  page.addEventListener("pointerleave", () => bringOut(null));
  function bringOut(target) {
    const pair = target?.closest?.(".hint-pair");
    const words = new Set(target?.closest?.(".token")?.dataset.words.split(" ") ?? []);
    for (const e of page.querySelectorAll(".token, .hint-lines line")) {
      const mine = e.closest(".hint-pair") === pair && (e.dataset.words?.split(" ") ?? [e.dataset.word]).some((w) => words.has(w));
      e.classList.toggle("at", mine);
    }
    const numbers = pair ? [pair.dataset.pairNumber] : target?.closest?.(".sentence")?.dataset.pairs.split(" ") ?? [];
    for (const s of page.querySelectorAll(".sentence")) s.classList.toggle("at", s.dataset.pairs.split(" ").some((n) => numbers.includes(n)));
    for (const p of pairs) p.classList.toggle("at", numbers.includes(p.dataset.pairNumber));
  }
  page.addEventListener("click", (event) => {
    const number = event.target.closest(".sentence")?.dataset.pairs.split(" ")[0];
    if (number) go(pairs.findIndex((p) => p.dataset.pairNumber === number));
  });

  function go(i) {
    const pair = pairs[Math.min(pairs.length - 1, Math.max(0, i))];
    if (!pair) return;
    pair.focus({ preventScroll: true });
    pair.scrollIntoView({ block: "center" });
  }
  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input, select, textarea, dialog, [popover]")) return;
    const now = pairs.indexOf(document.activeElement);
    const form = { c: "confirm", d: "dismiss" }[event.key.toLowerCase()];
    switch (event.key.toLowerCase()) {
      case "j": go(now + 1); break;
      case "k": go(now < 0 ? 0 : now - 1); break;
      case "n": document.getElementById("next-hint")?.click(); break;
      case "p": document.getElementById("previous-hint")?.click(); break;
      case "r": document.getElementById("to-report").click(); break;
      case "u": page.querySelector("[data-decided] [data-undo]")?.click(); break;
      case "c": case "d": {
        const box = document.getElementById(form);
        if (!box) return;
        box.showPopover();
        (box.querySelector("select") ?? box.querySelector("textarea")).focus();
        break;
      }
      default: return;
    }
    event.preventDefault();
  });
}
