// Addresses and the hosts they are of. Nothing here touches a page, a browser or a server.

// tracking are fields of addresses that say where a reader came from, and not what is read.
// The server leaves out the same (server/crawl/link.go); a test compares the two.
const tracking = /^(utm_\w+|spm|scm|gclid|fbclid|msclkid|yclid|share_token|from_source|vd_source|jsessionid|phpsessid)$/i;

// mostAddress is the most characters of an address that the server takes.
export const mostAddress = 1000;

// parse reads the address of a web page; null is none.
function parse(text) {
  if (typeof text !== "string") return null;
  let url;
  try {
    url = new URL(text.trim());
  } catch {
    return null;
  }
  if (!["http:", "https:"].includes(url.protocol) || url.hostname === "" || url.username || url.password) return null;
  return url;
}

// normal gives an address as it may leave the browser: without fragment and without
// fields that track. It is null for what is no web page, or names a person (user:password@).
export function normal(text) {
  const url = parse(text);
  if (!url) return null;
  url.hash = "";
  const fields = url.search.slice(1).split("&").filter((field) => field !== "" && !tracking.test(field.split("=", 1)[0]));
  url.search = fields.join("&");
  return url.href.length > mostAddress ? null : url.href;
}

// web gives what a mark may lead to: an address of the web, or null.
export function web(text, base) {
  if (typeof text !== "string" || text === "") return null;
  try {
    return parse(new URL(text, base).href)?.href ?? null;
  } catch {
    return null;
  }
}

// hostOf gives the host of an address without its port, "" for none.
export function hostOf(text) {
  return parse(text)?.hostname ?? "";
}

// hostPattern reads what somebody types for a host, an address too: "www.example.org", or
// "*.example.org" for a host with all below it. null is neither.
export function hostPattern(text) {
  let rest = text.trim().toLowerCase().replace(/^(\*|https?):\/\//, "");
  const below = rest.startsWith("*.");
  if (below) rest = rest.slice(2);
  const url = parse("http://" + rest);
  if (!url || /[*%\s]/.test(url.hostname)) return null;
  if (below && !/^[^.[]+(\.[^.]+)*\.[^.\d][^.]*$/.test(url.hostname)) return null;
  return (below ? "*." : "") + url.hostname;
}

// fits says whether a host is one that a pattern of hostPattern names.
export function fits(pattern, host) {
  if (!pattern.startsWith("*.")) return pattern === host;
  const base = pattern.slice(2);
  return host === base || host.endsWith("." + base);
}

// permission is how the browser is asked for the pages of a host. It has no port, since
// Firefox takes none; it holds for all.
export function permission(pattern) {
  return `*://${pattern}/*`;
}

// server reads the address of a server that somebody types: without what follows the host and the
// path, "" where it is none.
export function server(text) {
  let rest = text.trim();
  if (rest && !/^[a-z]+:\/\//i.test(rest)) rest = (/^(localhost|127\.|\[::1\])/.test(rest) ? "http://" : "https://") + rest;
  const url = parse(rest);
  return url ? (url.origin + url.pathname).replace(/\/+$/, "") : "";
}

// open says that what is sent to a server can be read on the way there: a token too.
export function open(address) {
  const url = parse(address);
  return url !== null && url.protocol === "http:" && !/^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
}
