// The part that runs beside pages: it has the content script run where it may, asks the server
// what is known of links, and sends gathered ones every few minutes. Content scripts never see
// the token, and nothing but addresses is sent.

import { fits, hostOf, normal, permission } from "./address.js";
import { post, schedulePath, submitPath } from "./client.js";
import { engineOf, target } from "./engine.js";
import { markOf } from "./mark.js";
import { batches, empty, next, put, taken } from "./queue.js";
import { allowed, readQueue, readSettings, readStatus, wanted, writeQueue, writeSent, writeStatus } from "./store.js";

const alarm = "send";
const script = "page";

// mostLinks bounds what one message of a page may bring.
const mostLinks = 1000;

chrome.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" }); // Firefox has none: there pages' scripts do not read it
chrome.runtime.onInstalled.addListener(() => alone(arrange));
chrome.runtime.onStartup.addListener(() => alone(arrange));
chrome.permissions.onAdded.addListener(() => alone(arrange));
chrome.permissions.onRemoved.addListener(() => alone(arrange));
chrome.storage.onChanged.addListener((changes) => {
  if (!changes.settings) return;
  const { oldValue: before, newValue: now } = changes.settings;
  if (before?.server !== now?.server || before?.token !== now?.token) show({}); // what another server said holds no more
  alone(arrange);
});
chrome.alarms.onAlarm.addListener((fired) => {
  if (fired.name === alarm) alone(send);
});
chrome.runtime.onMessage.addListener((message, sender, answer) => {
  heed(message, sender).then(answer, () => answer(null));
  return true; // the answer comes later
});

// alone does one thing after the other: what reads the queue, or what is registered, and writes it anew.
let last = Promise.resolve();
function alone(deed) {
  const done = last.then(deed);
  last = done.catch((fault) => console.warn("zhiwen:", fault));
  return done;
}

// arrange brings what is registered with the browser in line with the settings: where the content script
// runs, and when links are sent.
async function arrange() {
  const settings = await readSettings();
  const matches = [];
  for (const host of wanted(settings)) {
    if (await allowed(host)) matches.push(permission(host));
  }
  if ((await chrome.scripting.getRegisteredContentScripts({ ids: [script] })).length > 0) await chrome.scripting.unregisterContentScripts({ ids: [script] });
  if (matches.length > 0) {
    await chrome.scripting.registerContentScripts([{ id: script, matches, js: ["page.js"], css: ["page.css"], runAt: "document_idle" }]);
  }
  if (settings.send) {
    const set = await chrome.alarms.get(alarm);
    if (set?.periodInMinutes !== settings.minutes) await chrome.alarms.create(alarm, { periodInMinutes: settings.minutes });
    return;
  }
  await chrome.alarms.clear(alarm);
  await writeQueue(empty); // what was gathered goes when gathering is switched off
}

// heed answers a message of a page or of a page of our own.
async function heed(message, sender) {
  const own = sender.url?.startsWith(chrome.runtime.getURL(""));
  if (own) {
    if (message.kind === "send") return alone(send).then(() => ({}));
    if (message.kind === "test") return test(message.settings);
    return null;
  }
  const settings = await readSettings();
  if (!sender.tab || (sender.tab.incognito && !settings.private)) return null;
  const host = hostOf(sender.url);
  const engine = engineOf(settings.engines, host);
  const server = settings.server && sender.url.startsWith(settings.server.replace(/\/?$/, "/")); // its own pages are no site's
  const gather = settings.send && !server && settings.sites.some((site) => fits(site, host));
  switch (message.kind) {
    case "begin":
      return { engine: engine && settings.server ? { links: engine.links, result: engine.result, attributes: engine.attributes } : null, gather };
    case "ask":
      return engine ? marks(settings, engine, message.links.slice(0, mostLinks)) : null;
    case "seen":
      return gather ? alone(() => gathered(settings, message.links.slice(0, mostLinks))) : null;
  }
  return null;
}

// marks gives a mark, or null, for each link of a result page.
async function marks(settings, engine, links) {
  const targets = links.map((link) => target(engine, link));
  const known = new Map();
  for (const addresses of batches([...new Set(targets.filter(Boolean))])) {
    const { body } = await call(settings, submitPath, addresses);
    if (!body) break; // the popup says what is wrong
    body.results.forEach((result, i) => known.set(addresses[i], markOf(result, settings.server, say)));
  }
  return targets.map((address) => known.get(address) ?? null);
}

// say gives a message in the browser's language.
const say = (key, ...parts) => chrome.i18n.getMessage(key, parts);

// gathered keeps links of followed sites until they are sent.
async function gathered(settings, links) {
  const addresses = links.map(normal).filter((address) => address && settings.sites.some((site) => fits(site, hostOf(address))));
  const before = await readQueue();
  const after = put(before, addresses);
  if (after.waiting.length !== before.waiting.length || after.dropped !== before.dropped) await writeQueue(after);
  return { waiting: after.waiting.length };
}

// send sends what was gathered until nothing waits or something is wrong: then the rest waits on.
async function send() {
  const sum = { queued: 0, known: 0, ignored: 0 };
  for (;;) {
    const settings = await readSettings(); // each time: it may have been switched off meanwhile
    const queue = await readQueue();
    if (!settings.send || queue.waiting.length === 0) return;
    const addresses = next(queue);
    const { body } = await call(settings, schedulePath, addresses);
    if (!body) return;
    for (const what of Object.keys(sum)) sum[what] += body[what] ?? 0;
    await writeQueue(taken(queue, addresses));
    await writeSent({ at: Date.now(), ...sum });
  }
}

// call asks the server unless it wants to be left alone, and notes how that went.
async function call(settings, path, addresses) {
  if ((await readStatus()).notBefore > Date.now()) return {};
  const outcome = await reach(settings, path, addresses);
  await show({ error: outcome.error ?? null, asked: Date.now(), notBefore: outcome.error?.seconds ? Date.now() + outcome.error.seconds * 1000 : 0 });
  return outcome;
}

// reach asks the server where the browser lets it.
async function reach(settings, path, addresses) {
  const host = hostOf(settings.server);
  if (host !== "" && !(await allowed(host))) return { error: { code: "forbidden" } };
  return post(settings, path, addresses);
}

// show keeps how the last call went, for the popup, and says by the icon that something is wrong.
async function show(status) {
  await writeStatus(status);
  await chrome.action.setBadgeText({ text: status.error ? "!" : "" });
}

// test asks a server whether it answers and takes the token. The address that it sends is the
// server's own: it is on no followed site, so nothing comes of it.
async function test(settings) {
  const { error = null } = await reach(settings, schedulePath, [settings.server + "/"]);
  await show({ error, asked: Date.now() });
  return { error };
}
