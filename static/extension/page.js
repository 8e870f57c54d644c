// The content script: reads the addresses of links, and nothing else of a page. On result pages
// of search engines it puts a mark beside links that the server knows something of; on pages
// of followed sites it hands the links on, where that is switched on.

(async () => {
  if (globalThis.zhiwenRuns) return;
  globalThis.zhiwenRuns = true;

  const calm = 500; // milliseconds without a change before links are looked for again
  const mostLinks = 1000; // of one message
  const firstAgain = 20_000; // milliseconds until what waited is asked for again, then twice as long each time
  const mostAgain = 4; // times

  const role = await tell({ kind: "begin" });
  if (!role || (!role.engine && !role.gather)) return;
  const asked = new WeakMap(); // of a link: the address that was asked for, its mark's element
  const seen = new Set(); // addresses that were handed on
  look();
  let timer;
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(look, calm);
  }).observe(document.documentElement, { childList: true, subtree: true });

  // tell sends a message; null where there is no answer, as after the extension was renewed.
  async function tell(message) {
    try {
      return await chrome.runtime.sendMessage(message);
    } catch {
      return null;
    }
  }

  function look() {
    if (role.engine) mark(found().filter((link) => asked.get(link)?.href !== link.href), 0);
    if (role.gather) gather();
  }

  // found gives the links of results.
  function found() {
    try {
      return [...document.querySelectorAll(role.engine.links)].filter((link) => link instanceof HTMLAnchorElement && link.href).slice(0, mostLinks);
    } catch {
      return []; // a selector that this browser cannot read
    }
  }

  // stated gives what attributes of a link, or of its result, say its true address is.
  function stated(link) {
    const { result, attributes } = role.engine;
    const whole = result ? link.closest(result) : null;
    return attributes
      .flatMap((name) => {
        const around = link.closest(`[${name}]`);
        return [link.getAttribute(name), whole && around && whole.contains(around) ? around.getAttribute(name) : null, whole?.querySelector(`[${name}]`)?.getAttribute(name)];
      })
      .filter(Boolean);
  }

  // mark asks what is known of links and shows it; what waits is asked for again for a while.
  async function mark(links, times) {
    if (links.length === 0) return;
    for (const link of links) {
      asked.get(link)?.element?.remove();
      asked.set(link, { href: link.href, element: null });
    }
    const marks = await tell({ kind: "ask", links: links.map((link) => ({ href: link.href, stated: stated(link) })) });
    if (!Array.isArray(marks)) return;
    const waiting = [];
    links.forEach((link, i) => {
      const note = asked.get(link);
      if (!marks[i] || !link.isConnected || note.element) return;
      note.element = element(marks[i]);
      link.after(note.element);
      if (marks[i].kind === "waiting") waiting.push(link);
    });
    if (waiting.length === 0 || times >= mostAgain) return;
    setTimeout(() => {
      if (!document.hidden) again(waiting, times + 1);
    }, firstAgain * 2 ** times);
  }

  // again asks anew for links that are still shown as they were.
  function again(links, times) {
    mark(links.filter((link) => link.isConnected && asked.get(link)?.href === link.href), times);
  }

  // element makes a mark. What it says stands in a closed shadow, so that scripts of the page
  // cannot read it.
  function element(mark) {
    const host = document.createElement("zhiwen-mark");
    const shadow = host.attachShadow({ mode: "closed" });
    shadow.append(part(mark.kind, mark.text, mark.title, mark.href));
    if (mark.more) shadow.append(" ", part("more", mark.more.text, mark.more.href, mark.more.href));
    // What is clicked here is no click on the result.
    for (const name of ["click", "auxclick", "mousedown", "mouseup", "pointerdown", "pointerup"]) host.addEventListener(name, (event) => event.stopPropagation());
    return host;
  }

  function part(kind, text, title, href) {
    const part = document.createElement(href ? "a" : "span");
    part.setAttribute("part", kind);
    part.textContent = text;
    part.title = title;
    if (text === "") {
      part.setAttribute("role", "img");
      part.setAttribute("aria-label", title);
    }
    if (href) {
      part.href = href;
      part.target = "_blank";
      part.rel = "noopener noreferrer";
    }
    return part;
  }

  // gather hands on links that were not yet. Those that the page says are not to be followed
  // are left alone.
  function gather() {
    const fresh = [];
    for (const link of document.querySelectorAll("a[href]")) {
      if (fresh.length >= mostLinks || !(link instanceof HTMLAnchorElement) || link.relList.contains("nofollow") || seen.has(link.href)) continue;
      seen.add(link.href);
      fresh.push(link.href);
    }
    if (fresh.length > 0) tell({ kind: "seen", links: fresh });
  }
})();
