// The settings page. Nothing holds until it is saved; the browser is asked then for what the
// settings need, since it must be asked while the reader's click is heard.

import { hostOf, open, permission, server } from "./address.js";
import { engines as builtIn } from "./engine.js";
import { readForm, textOf } from "./form.js";
import { allowed, readSettings, wanted, writeSettings } from "./store.js";
import { explain, say, translate } from "./view.js";

const at = (id) => document.getElementById(id);
const fields = ["name", "hosts", "links", "result", "attributes", "redirect", "field"];

translate();
fill(await readSettings());
at("form").addEventListener("submit", save);
at("test").addEventListener("click", test);
at("add").addEventListener("click", () => addEngine({ name: "", on: true, hosts: [], links: "", result: "", attributes: [], redirect: "", field: "" }, true));
at("reset").addEventListener("click", () => at("engines").replaceChildren(...builtIn.map((engine) => engineElement(engine, false))));
at("server").addEventListener("input", warn);

function fill(settings) {
  for (const name of ["server", "token", "minutes"]) at(name).value = settings[name];
  for (const name of ["send", "private"]) at(name).checked = settings[name];
  at("sites").value = settings.sites.join("\n");
  at("engines").replaceChildren(...settings.engines.map((engine) => engineElement(engine, false)));
  warn();
}

// warn says that others on the way could read the token.
function warn() {
  at("open").hidden = !open(server(at("server").value));
}

function addEngine(engine, unfolded) {
  const element = engineElement(engine, unfolded);
  at("engines").append(element);
  element.querySelector("[data-field=name]").focus();
}

function engineElement(engine, unfolded) {
  const element = at("engine").content.firstElementChild.cloneNode(true);
  translate(element);
  element.querySelector("details").open = unfolded;
  const field = (name) => element.querySelector(`[data-field=${name}]`);
  const put = (some) => {
    const text = textOf(some);
    for (const name of fields) field(name).value = text[name];
    field("on").checked = some.on;
    entitle();
  };
  const entitle = () => {
    const name = field("name").value.trim() || say("engineNew");
    element.querySelector("[data-name]").textContent = name;
    field("on").setAttribute("aria-label", name);
  };
  put(engine);
  field("name").addEventListener("input", entitle);
  const original = builtIn.find((some) => some.name === engine.name);
  const reset = element.querySelector("[data-do=reset]");
  reset.hidden = !original;
  reset.addEventListener("click", () => put(original));
  element.querySelector("[data-do=remove]").addEventListener("click", () => element.remove());
  return element;
}

// read reads the form.
function read() {
  const values = (element) => ({ on: element.querySelector("[data-field=on]").checked, ...Object.fromEntries(fields.map((name) => [name, element.querySelector(`[data-field=${name}]`).value])) });
  return readForm({
    server: at("server").value, token: at("token").value, sites: at("sites").value, send: at("send").checked, minutes: at("minutes").value, private: at("private").checked,
    engines: [...at("engines").children].map(values),
  }, selectorFault);
}

function selectorFault(text) {
  try {
    document.createDocumentFragment().querySelector(text);
    return false;
  } catch {
    return true;
  }
}

async function save(event) {
  event.preventDefault();
  at("saved").textContent = "";
  const { settings, faults } = read();
  at("faults").hidden = faults.length === 0;
  at("faults").replaceChildren(...faults.map((fault) => {
    const item = document.createElement("li");
    item.textContent = say("fault_" + fault.code, ...fault.parts);
    return item;
  }));
  if (faults.length > 0) return;
  const hosts = [settings.server ? [hostOf(settings.server)] : [], wanted(settings)].flat();
  const granted = await request(hosts);
  await writeSettings(settings);
  fill(settings);
  await giveBack(hosts);
  at("saved").textContent = granted ? say("optionsSaved") : say("optionsSavedRefused");
}

// request asks the browser for hosts; it asks the reader for those that it has not been let yet.
async function request(hosts) {
  try {
    return hosts.length === 0 || (await chrome.permissions.request({ origins: hosts.map(permission) }));
  } catch {
    return false;
  }
}

// giveBack lets go of hosts that no setting names any more.
async function giveBack(hosts) {
  const { origins = [] } = await chrome.permissions.getAll();
  const over = origins.filter((origin) => !hosts.map(permission).includes(origin));
  for (const origin of over) await chrome.permissions.remove({ origins: [origin] }).catch(() => false); // what came with the installation stays
}

async function test() {
  const { settings } = read();
  const tested = at("tested");
  tested.classList.remove("bad", "good");
  if (!settings.server) return shown(explain({ code: "noServer" }, ""), "bad");
  const host = hostOf(settings.server);
  if (!(await request([host])) && !(await allowed(host))) return shown(explain({ code: "forbidden" }, settings.server), "bad");
  tested.textContent = say("optionsTesting");
  const { error } = (await chrome.runtime.sendMessage({ kind: "test", settings: { server: settings.server, token: settings.token } })) ?? { error: { code: "strange" } };
  return shown(error ? explain(error, settings.server) : say("optionsWell"), error ? "bad" : "good");

  function shown(text, how) {
    tested.textContent = text;
    tested.classList.add(how);
  }
}
