// The popup: whether the server answers, what is wrong in words, and what waits to be sent.

import { hostOf, permission } from "./address.js";
import { allowed, readQueue, readSent, readSettings, readStatus, wanted } from "./store.js";
import { explain, say, time, translate } from "./view.js";

const at = (id) => document.getElementById(id);
let missing = []; // hosts that the browser does not let the extension reach

translate();
at("settings").addEventListener("click", () => chrome.runtime.openOptionsPage());
at("allow").addEventListener("click", async () => {
  await chrome.permissions.request({ origins: missing.map(permission) });
  await show();
});
at("send").addEventListener("click", async () => {
  at("send").disabled = true;
  await chrome.runtime.sendMessage({ kind: "send" });
  at("send").disabled = false;
  await show();
});
chrome.storage.onChanged.addListener(show);
await show();

async function show() {
  const [settings, status, queue, sent] = await Promise.all([readSettings(), readStatus(), readQueue(), readSent()]);
  at("server").textContent = settings.server;
  const state = at("state");
  const error = settings.server ? status.error : { code: "noServer" };
  state.textContent = error ? explain(error, settings.server) : status.asked ? say("popupWell", time(status.asked)) : say("popupNothingAsked");
  state.classList.toggle("bad", Boolean(error));

  missing = [];
  for (const host of settings.server ? [hostOf(settings.server), ...wanted(settings)] : []) {
    if (!(await allowed(host))) missing.push(host);
  }
  at("missing").hidden = missing.length === 0;
  at("missing-hosts").replaceChildren(...missing.map((host) => {
    const item = document.createElement("li");
    item.textContent = host;
    return item;
  }));

  at("gather").textContent = settings.send ? say("popupGathers", queue.waiting.length, settings.minutes) : say("popupGathersNot");
  at("sent").hidden = !settings.send || sent.at === 0;
  at("sent").textContent = say("popupSent", time(sent.at), sent.queued, sent.known, sent.ignored);
  at("dropped").hidden = queue.dropped === 0;
  at("dropped").textContent = say("popupDropped", queue.dropped);
  at("send").hidden = !settings.send || queue.waiting.length === 0;
}
