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

// renew takes one row from the page as the server shows it now. One answer after the
// other: an earlier one that comes later would bring back what the row was.
async function renew(id) {
  if (renewing.has(id)) {
    renewing.set(id, true);
    return;
  }
  try {
    do {
      renewing.set(id, false);
      await replace(id);
    } while (renewing.get(id));
  } finally {
    renewing.delete(id);
  }
}

async function replace(id) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const old = document.getElementById(id);
  const fresh = page.getElementById(id);
  if (!old) return;
  if (fresh) old.replaceWith(fresh);
  else old.remove();
}
