// Follows the checks and documents that still change: [data-live] names the
// stream. A page that is about one of them ([data-reload]) is loaded again when
// it is final; on a list the row alone is renewed. A browser holds six connections
// to a server, so a tab out of sight has no stream, and those in sight share one:
// the one that holds the lock asks for the rows of all and tells the others. Where
// there are no locks (on plain HTTP), each tab in sight has its own.

const root = document.querySelector("[data-live]");
const shared = "BroadcastChannel" in window && "locks" in navigator ? new BroadcastChannel("live") : null;
const together = 50; // ms: what tabs say at once is asked for at once
const name = String(Math.random()); // of this tab
const rows = root ? new URL(root.dataset.live, location.href).searchParams.toString() : "";
let stream = null;
let release = null; // gives the lock back, or the wait for it up
let leading = false;
let wanted = new Map(); // of the tab that leads: what each tab shows
let timer = 0;

if (root) {
  shared?.addEventListener("message", ({ data }) => hear(data));
  document.addEventListener("visibilitychange", turn);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => event.persisted && turn());
  turn();
}

// turn follows the rows while the tab is in sight, and not else.
function turn() {
  if (document.hidden) {
    leave();
  } else if (!shared) {
    open(rows);
  } else {
    shared.postMessage({ name, rows });
    if (!release) lead();
  }
}

// lead waits until no other tab leads, and then holds the stream of all.
function lead() {
  const stop = new AbortController();
  release = () => stop.abort();
  const hold = () => {
    leading = true;
    wanted = new Map([[name, rows]]);
    shared.postMessage({ ask: true });
    gather();
    return new Promise((done) => (release = done));
  };
  navigator.locks.request("live", { signal: stop.signal }, hold).catch(() => {}); // it went out of sight before
}

function leave() {
  close();
  leading = false;
  shared?.postMessage({ name, rows: "" });
  release?.();
  release = null;
}

// hear takes what another tab says: a row that has changed, that it wants to know what is shown, or what it shows.
function hear({ row, ask, name: of, rows: theirs }) {
  if (row) {
    show(root, row);
  } else if (ask) {
    if (!document.hidden) shared.postMessage({ name, rows });
  } else if (leading && (wanted.get(of) ?? "") !== theirs) {
    if (!theirs) {
      wanted.delete(of);
    } else {
      wanted.set(of, theirs);
      gather();
    }
  }
}

// gather opens the stream of the rows of all tabs.
function gather() {
  clearTimeout(timer);
  const all = () => [...new Set([...wanted.values()].flatMap((of) => of.split("&")))].join("&");
  timer = setTimeout(() => open(all()), together);
}

function open(of) {
  close();
  stream = new EventSource(root.dataset.live.split("?")[0] + "?" + of);
  stream.addEventListener("row", (message) => {
    const row = JSON.parse(message.data);
    show(root, row);
    shared?.postMessage({ row });
  });
  stream.addEventListener("end", close);
}

function close() {
  clearTimeout(timer);
  stream?.close();
  stream = null;
}

function show(root, event) {
  const row = document.getElementById(event.row);
  if (!row) return;
  if (event.final && "reload" in root.dataset) {
    location.reload();
    return;
  }
  const progress = row.querySelector("progress");
  if (progress) progress.value = event.progress;
  const label = row.querySelector("[data-label]");
  if (label) {
    label.textContent = event.label;
    label.className = "state " + event.state;
  }
  if (row.dataset.state !== event.state && !("reload" in root.dataset)) renew(event.row);
  row.dataset.state = event.state;
}

// Rows that are being renewed, and whether they have changed since that began.
const renewing = new Map();

// How often a row is asked for when no answer comes, and how long is waited between, twice as
// long each time: a server that is being restarted is there again after some seconds.
const attempts = 5;
const firstPause = 1000;

// renew takes one row from the page as the server shows it now. One answer after the
// other: an earlier one that comes later would bring back what the row was.
async function renew(id) {
  if (renewing.has(id)) {
    renewing.set(id, true);
    return;
  }
  try {
    for (let failed = 0; failed < attempts; ) {
      renewing.set(id, false);
      if (!(await replace(id))) {
        await new Promise((done) => setTimeout(done, firstPause * 2 ** failed++));
      } else if (!renewing.get(id)) {
        break;
      }
    }
  } finally {
    renewing.delete(id);
  }
}

// replace asks once, and returns whether there was an answer; to be sent to log in is none.
async function replace(id) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = answer?.ok && !answer.redirected && (await answer.text().catch(() => null));
  if (!text) return false;
  const page = new DOMParser().parseFromString(text, "text/html");
  const old = document.getElementById(id);
  const fresh = page.getElementById(id);
  if (fresh) old?.replaceWith(fresh);
  else old?.remove();
  // what counts the rows, unless somebody is about to use it
  for (const part of document.querySelectorAll("[data-counts]")) {
    const now = page.getElementById(part.id);
    if (now && !part.contains(document.activeElement) && !part.querySelector("details[open]")) part.replaceWith(now);
  }
  return true;
}
