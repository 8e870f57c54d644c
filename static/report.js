// The report: a click on a passage shows all its sources without loading the
// page again, and keys go from passage to passage. The address always says
// what is shown, so that it can be sent to somebody.

const report = document.querySelector("[data-report]");
if (report) start(report);

function start(report) {
  const panel = document.getElementById("passage");
  const text = report.querySelector(".text");
  // The pieces that matches begin with, in the order of the text.
  let firsts, current;
  let request = 0;
  const look = () => {
    firsts = [...text.querySelectorAll("a.hl[data-rank]")];
    current = firsts.findIndex((a) => a.matches(".selected"));
  };
  look();
  document.addEventListener("report:changed", () => {
    request++;
    look();
  });

  // Of several matches the first that is still there is chosen.
  document.addEventListener("report:choose", (event) => {
    const match = event.detail.find((id) => firsts.some((a) => a.dataset.match === id));
    if (match === undefined) return;
    current = firsts.findIndex((a) => a.dataset.match === match);
    move(0);
  });

  // What a filter has not changed was left alone, addresses included: a link is
  // brought up to date when it is about to be used.
  for (const name of ["pointerdown", "focusin"]) {
    text.addEventListener(name, (event) => {
      const a = event.target.closest("a.hl");
      if (a) a.href = addressOf(a.dataset.match);
    });
  }
  function addressOf(match) {
    const address = new URL(report.dataset.here, location.href);
    address.searchParams.set("match", match);
    address.hash = `m${match}`;
    return address.pathname + address.search + address.hash;
  }

  text.addEventListener("click", (event) => {
    const a = event.target.closest("a.hl");
    if (!a || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    current = firsts.findIndex((f) => f.dataset.match === a.dataset.match);
    open(a.dataset.match, addressOf(a.dataset.match));
  });
  panel.addEventListener("click", (event) => {
    const a = event.target.closest("a.close");
    if (!a) return;
    event.preventDefault();
    close(a.href);
  });
  // A link to what is folded away opens it.
  const unfold = () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details:not([open])")?.setAttribute("open", "");
  addEventListener("hashchange", unfold);
  unfold();
  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input, select, textarea, dialog, [popover]")) return;
    if (event.key === "j" || event.key === "J") move(1);
    else if (event.key === "k" || event.key === "K") move(-1);
    else if (event.key === "h" || event.key === "H") nextHint(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && !panel.matches(":empty")) close(panel.querySelector("a.close").href);
    else if (event.key === "o" || event.key === "O") (panel.querySelector("a.go") ?? report.querySelector(".look-line a.go"))?.click();
    else if (event.key === "[") document.getElementById("previous-report")?.click();
    else if (event.key === "]") document.getElementById("next-report")?.click();
    else if (event.key === "l" || event.key === "L") document.getElementById("to-list")?.click();
    else if (event.key === "v" || event.key === "V") document.getElementById("to-originals")?.click();
    else return;
    event.preventDefault();
  });

  function move(step) {
    if (firsts.length === 0 && !document.querySelector(".text-parts")) return;
    if (current < 0) current = step > 0 ? nextBelow() - 1 : nextBelow();
    const onward = document.querySelector(`.text-parts a[rel="${step > 0 ? "next" : "prev"}"]`);
    if (!firsts[current + step] && onward) {
      onward.click();
      return;
    }
    if (firsts.length === 0) return;
    current = Math.min(firsts.length - 1, Math.max(0, current + step));
    const a = firsts[current];
    a.focus({ preventScroll: true });
    a.scrollIntoView({ block: "center" });
    if (panel.matches(":empty")) mark(a.dataset.match);
    else open(a.dataset.match, addressOf(a.dataset.match));
  }

  // nextHint goes to the next place of a hint; Enter opens its page.
  function nextHint(step) {
    const hints = [...text.querySelectorAll("a.hint-text[data-number]")];
    if (hints.length === 0) return;
    const now = hints.indexOf(document.activeElement);
    const a = hints[now < 0 ? 0 : (now + step + hints.length) % hints.length];
    a.focus({ preventScroll: true });
    a.scrollIntoView({ block: "center" });
  }

  // nextBelow is the first passage that is not above the window.
  function nextBelow() {
    const i = firsts.findIndex((a) => a.getBoundingClientRect().top > 140);
    return i < 0 ? firsts.length : i;
  }

  function mark(match) {
    for (const a of text.querySelectorAll("a.hl.selected")) {
      a.classList.remove("selected");
      a.removeAttribute("aria-current");
    }
    for (const a of text.querySelectorAll(`a.hl[data-match="${match}"]`)) {
      a.classList.add("selected");
      a.setAttribute("aria-current", "true");
    }
  }

  async function open(match, address) {
    mark(match);
    const mine = ++request;
    const answer = await fetch(`/checks/${report.dataset.check}/matches/${match}${new URL(address, location.href).search}`);
    if (mine !== request) return;
    if (!answer.ok) {
      location.href = address;
      return;
    }
    const fragment = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== request) return;
    panel.replaceChildren(...fragment.body.children);
    panel.closest(".side").scrollTo?.({ top: 0 });
    history.replaceState(null, "", address);
  }

  function close(address) {
    request++;
    panel.replaceChildren();
    mark("");
    history.replaceState(null, "", address);
    if (current >= 0) firsts[current].focus({ preventScroll: true });
  }
}
