// What the form of settings holds as text, read into settings; what cannot be read is said. Nothing
// here touches a page, a browser or a server; selectorFault says whether a selector cannot be read.

import { hostPattern, server } from "./address.js";
import { expressionFault } from "./engine.js";
import { fewestMinutes, mostMinutes } from "./store.js";

const words = (text) => text.split(/[\s,，]+/).filter(Boolean);

// readForm gives {settings, faults}: a fault is a message (fault_CODE) with its parts.
export function readForm(form, selectorFault) {
  const faults = [];
  const settings = { server: server(form.server), token: form.token.trim(), sites: [], send: form.send, minutes: Number(form.minutes), private: form.private, engines: [] };
  if (form.server.trim() !== "" && settings.server === "") faults.push({ code: "server", parts: [form.server.trim()] });
  if (/[^\x21-\x7e]/.test(settings.token)) faults.push({ code: "token", parts: [] });
  settings.sites = hosts(form.sites, faults);
  if (form.send && settings.sites.length === 0) faults.push({ code: "noSites", parts: [] });
  if (!Number.isInteger(settings.minutes) || settings.minutes < fewestMinutes || settings.minutes > mostMinutes) faults.push({ code: "minutes", parts: [fewestMinutes, mostMinutes] });
  settings.engines = form.engines.map((engine, i) => readEngine(engine, i, faults, selectorFault));
  return { settings, faults };
}

// readEngine reads one search engine.
function readEngine(form, i, faults, selectorFault) {
  const name = form.name.trim() || String(i + 1);
  const engine = {
    name, on: form.on, hosts: hosts(form.hosts, faults), links: form.links.trim(), result: form.result.trim(), attributes: words(form.attributes), redirect: form.redirect.trim(), field: words(form.field).join(" "),
  };
  if (engine.hosts.length === 0) faults.push({ code: "noHosts", parts: [name] });
  if (selectorFault(engine.links)) faults.push({ code: "links", parts: [name] });
  if (engine.result !== "" && selectorFault(engine.result)) faults.push({ code: "result", parts: [name] });
  for (const attribute of engine.attributes) {
    if (!/^[a-z][\w.:-]*$/i.test(attribute)) faults.push({ code: "attribute", parts: [name, attribute] });
  }
  if (expressionFault(engine.redirect)) faults.push({ code: "redirect", parts: [name] });
  return engine;
}

// hosts reads a list of hosts.
function hosts(text, faults) {
  const read = [];
  for (const word of words(text)) {
    const pattern = hostPattern(word);
    if (pattern) read.push(pattern);
    else faults.push({ code: "host", parts: [word] });
  }
  return [...new Set(read)];
}

// textOf gives an engine as the form shows it.
export function textOf(engine) {
  return { ...engine, hosts: engine.hosts.join("\n"), attributes: engine.attributes.join(" ") };
}
