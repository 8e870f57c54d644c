// The pair view: ribbons join the two sides of every match and move with them,
// the panes scroll together from match to match, and keys go through matches
// and sources. Without it both documents still read, and every passage is a
// link to its other side.

const root = document.querySelector("[data-pair]");
if (root) start(root);

function start(root) {
  const left = root.querySelector(".pane.left");
  const right = root.querySelector(".pane.right");
  const gutter = root.querySelector(".gutter");
  const sync = document.getElementById("sync");
  const chips = [...document.querySelectorAll(".matches .match")];
  const now = document.querySelector("[data-now]");
  const nows = document.getElementById("nows").content;
  const matches = chips.map((chip) => ({
    id: chip.dataset.match,
    solid: chip.classList.contains("solid"),
    chip,
    left: side(left, chip.dataset.match),
    right: side(right, chip.dataset.match),
  }));
  let active = matches.findIndex((m) => m.id === root.dataset.active);
  let together = true;

  // ---- places of the matches, from the top of each document ----

  function side(pane, id) {
    const first = pane.querySelector(`[data-begins~="${id}"]`);
    const last = pane.querySelector(`[data-ends~="${id}"]`);
    return { first, last, pieces: [...pane.querySelectorAll(`[data-match="${id}"]`)], top: 0, bottom: 0 };
  }

  let byLeft = [];
  let byRight = [];
  function measure() {
    for (const [pane, name] of [[left, "left"], [right, "right"]]) {
      const zero = pane.getBoundingClientRect().top - pane.scrollTop;
      for (const m of matches) {
        const s = m[name];
        if (!s.first || !s.last) continue;
        s.top = s.first.getClientRects()[0].top - zero;
        s.bottom = [...s.last.getClientRects()].at(-1).bottom - zero;
      }
    }
    const shown = matches.filter((m) => m.left.first && m.right.first);
    byLeft = anchors(shown, "left", "right");
    byRight = anchors(shown, "right", "left");
    draw();
  }

  // anchors are pairs of heights that belong together, by the one's order.
  function anchors(shown, from, to) {
    const pairs = shown.map((m) => [m[from].top, m[to].top]).sort((a, b) => a[0] - b[0]);
    const ends = { left: left.scrollHeight, right: right.scrollHeight };
    return [[0, 0], ...pairs, [ends[from], ends[to]]];
  }

  // ---- ribbons ----

  const svg = "http://www.w3.org/2000/svg";
  for (const m of matches) {
    m.path = document.createElementNS(svg, "path");
    m.path.addEventListener("click", () => choose(matches.indexOf(m), true));
    gutter.append(m.path);
  }

  function draw() {
    const box = gutter.getBoundingClientRect();
    if (box.width === 0) return;
    const dl = left.getBoundingClientRect().top - box.top - left.scrollTop;
    const dr = right.getBoundingClientRect().top - box.top - right.scrollTop;
    const w = box.width;
    matches.forEach((m, i) => {
      const [a, b] = [m.left.top + dl, m.left.bottom + dl];
      const [c, d] = [m.right.top + dr, m.right.bottom + dr];
      const out = !m.left.first || !m.right.first || (b < 0 && d < 0) || (a > box.height && c > box.height);
      m.path.setAttribute("d", out ? "" :
        `M0 ${a}C${w / 2} ${a} ${w / 2} ${c} ${w} ${c}V${d}C${w / 2} ${d} ${w / 2} ${b} 0 ${b}Z`);
      m.path.setAttribute("class", (m.solid ? "solid" : "dashed") + (i === active ? " active" : ""));
    });
  }

  let drawing = false;
  function drawSoon() {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      draw();
    });
  }

  // ---- scrolling together ----

  // The pane that the reader moves leads; what the script moves must not lead
  // back, and nothing leads while both sides are being placed.
  let leader = left;
  let placing = 0;
  function place(move) {
    placing++;
    move();
    // Scroll events come with the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => placing--));
  }
  for (const pane of [left, right]) {
    for (const name of ["pointerenter", "pointerdown", "wheel", "touchstart", "focusin", "keydown"]) {
      pane.addEventListener(name, () => (leader = pane), { passive: true });
    }
    pane.addEventListener("scroll", () => {
      if (together && placing === 0 && pane === leader) lead(pane);
      drawSoon();
    }, { passive: true });
  }

  // lead brings the other pane to the place that belongs to pane's. What is
  // compared is a line within the panes: at the top of a document it is their
  // top, at the end their foot, in between a third from above.
  function lead(pane) {
    const other = pane === left ? right : left;
    const table = pane === left ? byLeft : byRight;
    const line = focusLine(pane);
    const at = pane.scrollTop + line;
    let i = 1;
    while (i < table.length - 1 && table[i][0] <= at) i++;
    const [[x0, y0], [x1, y1]] = [table[i - 1], table[i]];
    const share = x1 > x0 ? Math.min(1, Math.max(0, (at - x0) / (x1 - x0))) : 0;
    other.scrollTop = y0 + share * (y1 - y0) - line;
  }

  function focusLine(pane) {
    const third = pane.clientHeight / 3;
    const rest = pane.scrollHeight - pane.clientHeight - pane.scrollTop;
    if (pane.scrollTop < third) return pane.scrollTop;
    if (rest < pane.clientHeight - third) return pane.clientHeight - rest;
    return third;
  }

  function toggle() {
    together = !together;
    sync.setAttribute("aria-pressed", String(together));
    if (together) lead(leader);
  }
  sync.addEventListener("click", toggle);

  // ---- choosing ----

  function choose(i, scroll) {
    if (matches.length === 0) return;
    active = Math.min(matches.length - 1, Math.max(0, i));
    matches.forEach((m, j) => {
      const on = j === active;
      if (on) m.chip.setAttribute("aria-current", "true");
      else m.chip.removeAttribute("aria-current");
      for (const a of [...m.left.pieces, ...m.right.pieces]) {
        a.classList.remove("selected");
        a.classList.toggle("active", on);
        if (on) a.setAttribute("aria-current", "true");
        else a.removeAttribute("aria-current");
      }
    });
    const m = matches[active];
    now.replaceChildren(nows.querySelector(`[data-match="${m.id}"]`).cloneNode(true));
    root.dataset.active = m.id;
    m.chip.scrollIntoView({ block: "nearest", inline: "nearest" });
    const address = new URL(location.href);
    address.searchParams.set("match", m.id);
    address.hash = "";
    history.replaceState(null, "", address);
    if (scroll) bring(m);
    drawSoon();
  }

  // bring puts both sides of a match at the same height.
  function bring(m) {
    const height = Math.min(left.clientHeight, right.clientHeight);
    const tall = Math.max(m.left.bottom - m.left.top, m.right.bottom - m.right.top);
    const head = 60;
    const y = Math.max(head, Math.min(height / 3, (height - tall) / 2));
    place(() => {
      left.scrollTop = m.left.top - y;
      right.scrollTop = m.right.top - y;
    });
  }

  for (const [i, m] of matches.entries()) {
    m.chip.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      choose(i, true);
    });
  }
  root.addEventListener("click", (event) => {
    const a = event.target.closest("a.hl");
    if (!a || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const i = matches.findIndex((m) => m.id === a.dataset.match);
    if (i < 0) return;
    choose(i, false);
    // What was clicked stays where it is; its other side comes beside it.
    const [here, there] = left.contains(a) ? [left, right] : [right, left];
    const name = here === left ? ["left", "right"] : ["right", "left"];
    place(() => (there.scrollTop = matches[i][name[1]].top - (matches[i][name[0]].top - here.scrollTop)));
  });

  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    switch (event.key.toLowerCase()) {
      case "j": choose(active + 1, true); break;
      case "k": choose(active - 1, true); break;
      case "n": document.getElementById("next-source")?.click(); break;
      case "p": document.getElementById("previous-source")?.click(); break;
      case "s": toggle(); break;
      case "r": document.querySelector(".pair-head a.button").click(); break;
      default: return;
    }
    event.preventDefault();
  });

  new ResizeObserver(measure).observe(left);
  new ResizeObserver(measure).observe(right);
  document.fonts?.ready.then(measure);
  measure();
  choose(active < 0 ? 0 : active, true);
}
