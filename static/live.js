// Follows the checks and documents that still change: [data-live] names the
// stream. A page that is about one of them ([data-reload]) is loaded again when
// it is final; on a list the row alone is renewed.

const root = document.querySelector("[data-live]");
if (root) follow(root);

function follow(root) {
  const stream = new EventSource(root.dataset.live);
  stream.addEventListener("row", (message) => show(root, JSON.parse(message.data)));
  stream.addEventListener("end", () => stream.close());
  addEventListener("pagehide", () => stream.close());
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

// replace asks once, and gives whether there was an answer; to be sent to log in is none.
async function replace(id) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = answer?.ok && !answer.redirected && (await answer.text().catch(() => null));
  if (!text) return false;
  const old = document.getElementById(id);
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(id);
  if (fresh) old?.replaceWith(fresh);
  else old?.remove();
  return true;
}
