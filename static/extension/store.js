// What the extension keeps, all in this browser: settings, the addresses that wait, and how the
// last calls went. Nothing is synchronised.

import { permission } from "./address.js";
import { engines } from "./engine.js";
import { empty } from "./queue.js";

// defaults are the settings before anybody has set any: no server, and nothing is gathered.
export const defaults = { server: "", token: "", sites: [], send: false, minutes: 5, private: false, engines };

// fewestMinutes and mostMinutes bound how often links are sent.
export const fewestMinutes = 1;
export const mostMinutes = 120;

// noStatus is how things stand before anything was asked.
const noStatus = { error: null, asked: 0, notBefore: 0 };
const nothingSent = { at: 0, queued: 0, known: 0, ignored: 0 };

async function read(key, otherwise) {
  const kept = await chrome.storage.local.get(key);
  return { ...otherwise, ...kept[key] };
}

export const readSettings = () => read("settings", defaults);

// writeSettings keeps engines only where somebody has changed them: others come anew with each version.
export function writeSettings({ engines: chosen, ...rest }) {
  const same = JSON.stringify(chosen) === JSON.stringify(engines);
  return chrome.storage.local.set({ settings: same ? rest : { ...rest, engines: chosen } });
}

export const readQueue = () => read("queue", empty);
export const writeQueue = (queue) => chrome.storage.local.set({ queue });
export const readStatus = () => read("status", noStatus);
export const writeStatus = (status) => chrome.storage.local.set({ status: { ...noStatus, ...status } });
export const readSent = () => read("sent", nothingSent);
export const writeSent = (sent) => chrome.storage.local.set({ sent });

// allowed says whether the browser lets the extension reach the pages, or the server, of a host.
export const allowed = (host) => chrome.permissions.contains({ origins: [permission(host)] });

// wanted are the hosts, as patterns, whose pages are read: those of engines, and of sites while
// links are gathered.
export function wanted(settings) {
  const hosts = settings.engines.filter((engine) => engine.on).flatMap((engine) => engine.hosts);
  return [...new Set(settings.send ? [...hosts, ...settings.sites] : hosts)];
}
