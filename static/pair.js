// The pair view: ribbons join the two sides of every match and move with them,
// the panes scroll together from match to match, keys go through matches and
// sources, and what was decided shows without loading the page again. Without
// it both documents still read, and every passage is a link to its other side.

const root = document.querySelector("[data-pair]");
if (root) start(root);

function start(root) {
  const left = root.querySelector(".pane.left");
  const right = root.querySelector(".pane.right");
  const gutter = root.querySelector(".gutter");
  const sync = () => document.getElementById("sync");
  const now = document.querySelector("[data-now]");
  const decided = document.querySelector("[data-decided]");

  const matches = []; // in the order of the chips
  let active = -1;

  // ---- the matches and their places ----

  // An id is found on both sides in one pass: a document may have thousands.
  function pieces(pane) {
    const found = new Map();
    const of = (id) => {
      if (!found.has(id)) found.set(id, { first: null, last: null, pieces: [], top: 0, bottom: 0 });
      return found.get(id);
    };
    for (const e of pane.querySelectorAll("[data-begins], [data-ends], a[data-match]")) {
      for (const id of e.dataset.begins?.split(" ") ?? []) of(id).first ??= e;
      for (const id of e.dataset.ends?.split(" ") ?? []) of(id).last = e;
      if (e.dataset.match) of(e.dataset.match).pieces.push(e);
    }
    return found;
  }

  const svg = "http://www.w3.org/2000/svg";
  const sides = [pieces(left), pieces(right)];
  for (const chip of document.querySelectorAll(".matches .match")) {
    const id = chip.dataset.match;
    const [l, r] = sides.map((side) => side.get(id) ?? { first: null, last: null, pieces: [], top: 0, bottom: 0 });
    const m = { id, chip, left: l, right: r, path: document.createElementNS(svg, "path"), drawn: "" };
    m.path.dataset.match = id;
    gutter.append(m.path);
    matches.push(m);
  }
  active = matches.findIndex((m) => m.id === root.dataset.active);

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

  // anchors are pairs of heights that belong together, by the one's order: where
  // matches begin and, if the next has not begun by then, where they end.
  function anchors(shown, from, to) {
    const sorted = [...shown].sort((a, b) => a[from].top - b[from].top);
    const pairs = [[0, 0]];
    sorted.forEach((m, i) => {
      pairs.push([m[from].top, m[to].top]);
      const next = sorted[i + 1];
      if (!next || m[from].bottom <= next[from].top) pairs.push([m[from].bottom, m[to].bottom]);
    });
    const ends = { left: left.scrollHeight, right: right.scrollHeight };
    pairs.push([ends[from], ends[to]]);
    return pairs;
  }

  // ---- ribbons ----

  function draw() {
    const box = gutter.getBoundingClientRect();
    if (box.width === 0) return;
    const dl = left.getBoundingClientRect().top - box.top - left.scrollTop;
    const dr = right.getBoundingClientRect().top - box.top - right.scrollTop;
    const w = box.width;
    for (const m of matches) {
      const [a, b] = [m.left.top + dl, m.left.bottom + dl];
      const [c, d] = [m.right.top + dr, m.right.bottom + dr];
      const out = !m.chip || !m.left.first || !m.right.first || (b < 0 && d < 0) || (a > box.height && c > box.height);
      const path = out ? "" : `M0 ${a}C${w / 2} ${a} ${w / 2} ${c} ${w} ${c}V${d}C${w / 2} ${d} ${w / 2} ${b} 0 ${b}Z`;
      if (path === m.drawn) continue; // most are out of sight and stay so
      m.drawn = path;
      m.path.setAttribute("d", path);
    }
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

  // paint gives the ribbon and the pieces of a match the look of its chip.
  function paint(m) {
    const looks = ["solid", "dashed", "confirmed", "dismissed", "off"].filter((look) => m.chip?.classList.contains(look));
    m.path.setAttribute("class", [...looks, ...(m === matches[active] ? ["active"] : [])].join(" "));
    for (const a of [...m.left.pieces, ...m.right.pieces]) {
      for (const look of ["confirmed", "dismissed"]) a.classList.toggle(look, looks.includes(look));
      a.classList.toggle("unmarked", !m.chip);
    }
  }

  // ---- scrolling together ----

  // The pane that the reader moves leads; what the script moves must not lead
  // back, and nothing leads while both sides are being placed.
  let together = recall() !== "off";
  let leader = left;
  let placing = 0;
  function place(move) {
    placing++;
    move();
    for (const pane of [left, right]) led.set(pane, pane.scrollTop);
    draw();
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

  // find gives the anchors around a height, and how far it is between them.
  function find(table, at) {
    let low = 1;
    let high = table.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (table[middle][0] <= at) low = middle + 1;
      else high = middle;
    }
    const [[x0], [x1]] = [table[low - 1], table[low]];
    return [low, x1 > x0 ? Math.min(1, Math.max(0, (at - x0) / (x1 - x0))) : 0];
  }

  // lead brings the other pane to the place that belongs to pane's. What is
  // compared is a line within the panes: at the top of a document it is their
  // top, at the end their foot, in between a third from above.
  // Where matches stand in another order there, a short way here is a long one there:
  // the other pane then glides instead of leaping, as far at once as the reader has
  // moved pane some times over, and on from frame to frame.
  const many = 8;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const led = new Map([[left, left.scrollTop], [right, right.scrollTop]]);
  function lead(pane, atOnce = calm.matches) {
    const other = pane === left ? right : left;
    const table = pane === left ? byLeft : byRight;
    const line = focusLine(pane);
    const [i, share] = find(table, pane.scrollTop + line);
    const most = Math.max(0, other.scrollHeight - other.clientHeight);
    const target = Math.min(most, Math.max(0, table[i - 1][1] + share * (table[i][1] - table[i - 1][1]) - line));
    const step = atOnce ? Infinity : Math.max(many * Math.abs(pane.scrollTop - led.get(pane)), pane.clientHeight / 4);
    led.set(pane, pane.scrollTop);
    const way = target - other.scrollTop;
    if (Math.abs(way) <= step) {
      other.scrollTop = target;
      return;
    }
    other.scrollTop += Math.sign(way) * step;
    requestAnimationFrame(() => {
      if (together && placing === 0 && leader === pane) lead(pane);
    });
  }

  function focusLine(pane) {
    const third = pane.clientHeight / 3;
    const rest = pane.scrollHeight - pane.clientHeight - pane.scrollTop;
    if (pane.scrollTop < third) return pane.scrollTop;
    if (rest < pane.clientHeight - third) return pane.clientHeight - rest;
    return third;
  }

  // When the text flows anew the chosen match stays where it was, if it is in
  // sight, and else what stood at the line.
  let width = 0;
  function reflow() {
    if (width === left.clientWidth + right.clientWidth) {
      draw(); // the height alone is another one
      return;
    }
    const first = width === 0;
    width = left.clientWidth + right.clientWidth;
    if (first) return;
    const [name, other, its] = leader === left ? ["left", right, "right"] : ["right", left, "left"];
    const table = () => (leader === left ? byLeft : byRight);
    const m = matches[active];
    let y = m?.[name].first ? m[name].top - leader.scrollTop : -1;
    const line = focusLine(leader);
    const [i, share] = find(table(), leader.scrollTop + line);
    measure();
    const [x0, x1] = [table()[i - 1][0], table()[i][0]];
    place(() => {
      if (y >= 0 && y < leader.clientHeight) {
        if (together) y = reachable(m, y);
        leader.scrollTop = m[name].top - y;
        if (together) other.scrollTop = m[its].top - y;
        return;
      }
      leader.scrollTop = x0 + share * (x1 - x0) - line;
      if (together) lead(leader, true);
    });
  }

  function toggle() {
    together = !together;
    recall(together ? "on" : "off");
    sync().setAttribute("aria-pressed", String(together));
    if (together) lead(leader);
  }

  // recall keeps the reader's choice from source to source, as long as the tab.
  function recall(choice) {
    try {
      if (choice) sessionStorage.setItem("sync", choice);
      return sessionStorage.getItem("sync");
    } catch {
      return choice; // a browser may keep nothing
    }
  }

  // ---- choosing ----

  // next is the nearest match that is shown, in the order of the chips.
  function next(step) {
    let i = active + step;
    while (matches[i] && !matches[i].chip) i += step;
    return matches[i] ? i : active;
  }

  function choose(i, scroll) {
    const m = matches[i];
    if (!m?.chip) return;
    if (i !== active && root.querySelector(".pane .notice.part") && !(m.left.first && m.right.first)) { // another part of a long text has it
      location.href = m.chip.href;
      return;
    }
    const before = matches[active];
    active = i;
    for (const old of new Set([before, m])) {
      const on = old === m;
      for (const e of [old.chip, ...old.left.pieces, ...old.right.pieces]) {
        if (!e) continue;
        e.classList.remove("selected");
        if (e !== old.chip) e.classList.toggle("active", on);
        if (on) e.setAttribute("aria-current", "true");
        else e.removeAttribute("aria-current");
      }
      paint(old);
    }
    gutter.append(m.path); // above the others
    root.dataset.active = m.id;
    m.chip.scrollIntoView({ block: "nearest", inline: "nearest" });
    tell(m);
    const address = new URL(location.href);
    address.searchParams.set("match", m.id);
    address.hash = "";
    history.replaceState(null, "", address);
    follow();
    if (scroll) bring(m);
    drawSoon();
  }

  // tell says in the foot what the match is and what was decided about it.
  function tell(m) {
    const said = document.getElementById("nows").content.querySelector(`[data-match="${m.id}"]`);
    const [what, decision] = [...said.children].map((part) => part.cloneNode(true).childNodes);
    now.replaceChildren(...what);
    decided.replaceChildren(...decision);
    for (const [id, step] of [["previous-match", -1], ["next-match", 1]]) {
      const i = next(step);
      const a = document.getElementById(id);
      if (i === active) a.removeAttribute("href");
      else a.href = matches[i].chip.href;
      a.setAttribute("aria-disabled", String(i === active));
    }
  }

  // follow keeps links that lead away and back at the match that is shown.
  function follow() {
    const id = matches[active].id;
    for (const link of document.querySelectorAll("#swap, #to-originals, #to-report")) { // not every reader has all of them
      const address = new URL(link.href);
      address.searchParams.set("match", id);
      if (link.id === "to-report") address.hash = `m${id}`;
      link.href = address;
    }
    for (const back of document.querySelectorAll('form[action="/language"] [name="back"], form[action="/reviewer"] [name="back"]')) {
      back.value = location.pathname + location.search;
    }
  }

  // reachable is the height nearest to y at which both sides of a match can
  // stand: a document begins and ends somewhere.
  function reachable(m, y) {
    const most = Math.min(m.left.top, m.right.top);
    const least = Math.max(m.left.top - left.scrollHeight + left.clientHeight, m.right.top - right.scrollHeight + right.clientHeight);
    return Math.max(Math.min(y, most), least);
  }

  // bring puts both sides of a match at the same height: a third from above, or
  // where they can stand.
  function bring(m) {
    const height = Math.min(left.clientHeight, right.clientHeight);
    const tall = Math.max(m.left.bottom - m.left.top, m.right.bottom - m.right.top);
    const head = 60;
    const y = reachable(m, Math.max(head, Math.min(height / 3, (height - tall) / 2)));
    place(() => {
      left.scrollTop = m.left.top - y;
      right.scrollTop = m.right.top - y;
    });
  }

  document.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target.closest(".match, #previous-match, #next-match, #sync");
    if (!link) return;
    event.preventDefault();
    if (link.id === "sync") toggle();
    else if (link.id) choose(next(link.id === "next-match" ? 1 : -1), true);
    else choose(matches.findIndex((m) => m.id === link.dataset.match), true);
  });
  gutter.addEventListener("click", (event) => {
    const i = matches.findIndex((m) => m.path === event.target);
    if (i >= 0) choose(i, true);
  });
  root.addEventListener("click", (event) => {
    const a = event.target.closest("a.hl");
    if (!a || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const i = matches.findIndex((m) => m.id === a.dataset.match);
    if (i < 0) return;
    choose(i, false);
    // What was clicked stays where it is; its other side comes beside it.
    const [here, there, mine, its] = left.contains(a) ? [left, right, "left", "right"] : [right, left, "right", "left"];
    place(() => (there.scrollTop = matches[i][its].top - (matches[i][mine].top - here.scrollTop)));
  });

  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input, select, textarea, dialog, [popover]")) return;
    switch (event.key.toLowerCase()) {
      case "j": choose(next(1), true); break;
      case "k": choose(next(-1), true); break;
      case "n": document.getElementById("next-source")?.click(); break;
      case "p": document.getElementById("previous-source")?.click(); break;
      case "s": toggle(); break;
      case "v": document.getElementById("to-originals")?.click(); break;
      case "r": document.getElementById("to-report").click(); break;
      default: return;
    }
    event.preventDefault();
  });

  // ---- what was decided ----

  // After a decision about a match the next one that nobody has decided about
  // is shown; after any, all but the documents is as the server has it now.
  document.addEventListener("decided", (event) => {
    const { subject, verdict, ref, kept } = event.detail;
    const onward = kept && subject === "match" && verdict !== "" && ref === matches[active]?.id;
    event.detail.shown = renew().then(() => {
      if (matches.length === 0) return;
      if (onward) choose(undecided(), true);
      else choose(matches[active].chip ? active : undecided(), false);
    });
  });

  function undecided() {
    for (let step = 1; step <= matches.length; step++) {
      const i = (active + step) % matches.length;
      const look = matches[i].chip?.classList;
      if (look && !look.contains("confirmed") && !look.contains("dismissed")) return i;
    }
    return matches[active].chip ? active : matches.findIndex((m) => m.chip);
  }

  let asked = 0;
  async function renew() {
    const mine = ++asked;
    const address = location.pathname + location.search;
    const answer = await fetch(address, { headers: { Accept: "text/html", "X-Have": address } });
    const text = await answer.text();
    if (mine !== asked) return;
    if (!answer.ok) {
      location.reload();
      return;
    }
    const page = new DOMParser().parseFromString(text, "text/html");
    const focused = document.activeElement?.id;
    for (const part of document.querySelectorAll("[data-part]")) {
      part.replaceChildren(...page.querySelector(`[data-part="${part.dataset.part}"]`).childNodes);
    }
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    const chips = new Map([...document.querySelectorAll(".matches .match")].map((chip) => [chip.dataset.match, chip]));
    for (const m of matches) {
      m.chip = chips.get(m.id) ?? null;
      paint(m);
    }
    sync()?.setAttribute("aria-pressed", String(together));
    draw();
  }

  sync()?.setAttribute("aria-pressed", String(together));
  for (const pane of [left, right]) new ResizeObserver(reflow).observe(pane);
  document.fonts?.ready.then(() => {
    measure();
    if (matches[active]) bring(matches[active]);
  });
  measure();
  matches.forEach(paint);
  choose(Math.max(active, 0), true);
}
