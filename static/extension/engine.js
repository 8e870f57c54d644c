// Search engines: where the links of results stand on their pages, and what address a link
// truly leads to. Nothing here touches a page, a browser or a server.

import { fits, hostOf, normal } from "./address.js";

// engines are those that are known without anybody's doing. Of each: the hosts whose pages are read;
// a CSS selector of the links of results and one of the result that such a link stands in; the
// attributes, of the link or in its result, that state the true address; a regular expression of
// addresses that only lead on; and the field of these that holds the true one.
export const engines = [
  {
    name: "Bing", on: true, hosts: ["www.bing.com", "cn.bing.com"],
    links: "#b_results li.b_algo h2 a[href]", result: "li.b_algo", attributes: [],
    redirect: "^https?://([a-z]+\\.)?bing\\.com/(ck/a|aclick|alink)", field: "u",
  },
  {
    name: "Baidu", on: true, hosts: ["www.baidu.com"],
    links: "#content_left .c-container h3 a[href], #content_left .result h3 a[href]", result: ".c-container, .result", attributes: ["mu", "data-landurl"],
    redirect: "^https?://((www|m)\\.baidu\\.com/(link|baidu\\.php|from)|nourl\\.)", field: "",
  },
  {
    name: "Google", on: true, hosts: ["www.google.com", "www.google.com.hk"],
    links: "#search a[href]:has(h3), #botstuff a[href]:has(h3)", result: ".g, [data-hveid]", attributes: [],
    redirect: "^https?://www\\.google\\.[a-z.]+/url\\?", field: "q url",
  },
  {
    name: "Sogou", on: true, hosts: ["www.sogou.com"],
    links: ".results .vrwrap h3 a[href], .results .rb h3 a[href]", result: ".vrwrap, .rb", attributes: ["data-url"],
    redirect: "^https?://www\\.sogou\\.com/(link|bill_cpc)", field: "url",
  },
];

// engineOf gives the engine whose result pages a host serves, or null.
export function engineOf(all, host) {
  return all.find((engine) => engine.on && engine.hosts.some((pattern) => fits(pattern, host))) ?? null;
}

// target gives the normal address that a link of a result leads to, or null where the page
// does not say, or where it leads to the engine itself: such addresses hold what somebody searches for. A link is
// its address and what attributes state. Nothing is asked for to find out: an engine would count it as a click.
export function target(engine, link) {
  const leadsOn = expression(engine.redirect);
  const said = [...link.stated, leadsOn.test(link.href) ? carried(link.href, engine.field) : link.href];
  const away = (address) => address && !leadsOn.test(address) && !engine.hosts.some((pattern) => fits(pattern, hostOf(address)));
  return said.map(normal).find(away) ?? null;
}

// expression compiles what an engine's redirect says; "" fits nothing.
function expression(text) {
  return text === "" ? /(?!)/ : new RegExp(text, "i");
}

// carried reads the address that a field of an address holds, plain or in base64 (of Bing, behind two
// characters). Of several fields the first that holds one counts.
function carried(href, names) {
  let fields;
  try {
    fields = new URL(href).searchParams;
  } catch {
    return null;
  }
  for (const name of names.split(/\s+/).filter(Boolean)) {
    const value = fields.get(name) ?? "";
    for (const text of [value, decoded(value), decoded(value.slice(2))]) {
      if (/^https?:\/\//i.test(text)) return text;
    }
  }
  return null;
}

// decoded reads base64, also that of addresses; "" is what is none, or no UTF-8.
function decoded(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

// expressionFault says that a regular expression cannot be read.
export function expressionFault(text) {
  try {
    expression(text);
    return false;
  } catch {
    return true;
  }
}
