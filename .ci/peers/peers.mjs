// Runs programs of npm over texts: node peers.mjs TOOL LIBRARY NEW OUT. NEW is a file or a folder, or "-" where all of the
// library are compared with one another. Texts are cut as symbol.go cuts them.
import { createRequire } from "node:module";
import { createWriteStream, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";

const require = createRequire(join(process.env.PEERS_MODULES, "index.js"));
const [tool, library, fresh, out] = process.argv.slice(2);
const files = (at) => (statSync(at).isDirectory() ? readdirSync(at).sort().map((name) => join(at, name)) : [at]);
const old = files(library);
const asked = fresh === "-" ? [] : files(fresh);
const table = createWriteStream(out);

const cut = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{Nd}])+/gu;
// symbols gives words with their places in code points.
function symbols(file) {
  const text = readFileSync(file, "utf8");
  const found = [];
  let at = 0, units = 0; // code points before a place, and UTF-16 units
  for (const m of text.matchAll(cut)) {
    for (; units < m.index; units += text.codePointAt(units) > 0xffff ? 2 : 1) at++;
    found.push({ text: m[0].toLowerCase(), start: at, end: at + [...m[0]].length });
  }
  return found;
}
const size = 4; // symbols of a shingle
function shingles(file) {
  const s = symbols(file).map((x) => x.text);
  const set = new Set();
  for (let i = 0; i + size <= s.length; i++) set.add(s.slice(i, i + size).join("\0"));
  return [...set];
}

function minhash() {
  const { Minhash, LshIndex } = require("minhash");
  const of = (file) => {
    const m = new Minhash();
    for (const s of shingles(file)) m.update(s);
    return m;
  };
  const index = new LshIndex();
  const hashes = old.map(of);
  hashes.forEach((m, i) => index.insert(i, m));
  const all = new Proxy(index.index, { get: (bands, band) => bands[band] ?? [] }); // it fails for a band that nothing has
  index.index = all;
  const ask = (name, own, m) => index.query(m).forEach((i) => Number(i) !== own && table.write(`${name},${basename(old[i])}\n`));
  asked.forEach((file) => ask(basename(file), -1, of(file)));
  if (!asked.length) old.forEach((file, i) => ask(basename(file), i, hashes[i]));
}

function simhash() {
  const hash = require("simhash")("md5");
  const near = 6; // of 128 bits: as 3 of 64, which Manku, Jain, Das Sarma (WWW 2007) take for pages that are nearly the same
  const of = (file) => {
    const words = new Uint32Array(4);
    hash(shingles(file)).forEach((bit, i) => bit && (words[i >> 5] |= 1 << (i & 31)));
    return words;
  };
  const ones = (x) => {
    x -= (x >>> 1) & 0x55555555;
    x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
    return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  };
  const apart = (a, b) => ones(a[0] ^ b[0]) + ones(a[1] ^ b[1]) + ones(a[2] ^ b[2]) + ones(a[3] ^ b[3]);
  const hashes = old.map(of);
  const ask = (name, own, h) => hashes.forEach((o, i) => i !== own && apart(h, o) <= near && table.write(`${name},${basename(old[i])}\n`));
  asked.forEach((file) => ask(basename(file), -1, of(file)));
  if (!asked.length) old.forEach((file, i) => ask(basename(file), i, hashes[i]));
}

// dolos compares kgrams of 12 symbols, of which it keeps one in each 9 behind one another: so each run of 20 is found.
async function dolos() {
  const { FingerprintIndex, File, TokenizedFile, Region, Pair } = await import(require.resolve("@dodona/dolos-core"));
  const index = new FingerprintIndex(12, 9);
  const places = new Map();
  const take = (file) => {
    const s = symbols(file);
    const f = new TokenizedFile(new File(file, ""), s.map((x) => x.text), s.map((_, i) => new Region(0, i, 0, i + 1)));
    places.set(f, s);
    return f;
  };
  const before = old.map(take), after = asked.map(take);
  const isNew = new Set(after);
  index.addFiles([...before, ...after]);
  const entries = index.entries();
  const within = new Map(entries.map((e) => [e.file, e]));
  const line = (a, b, from, to) => {
    const x = places.get(a), y = places.get(b);
    const start = x[from.startCol].start, there = y[to.startCol].start;
    table.write(`${basename(a.path)},found,${start},${x[Math.min(from.endCol, x.length) - 1].end - start},${basename(b.path)},${there},${y[Math.min(to.endCol, y.length) - 1].end - there}\n`);
  };
  table.write("suspicious,type,this_offset,this_length,source,source_offset,source_length\n");
  for (const a of asked.length ? after : before) {
    const partners = new Set();
    for (const shared of within.get(a).shared) for (const b of shared.files()) if (b !== a && !isNew.has(b) && (asked.length || b.id > a.id)) partners.add(b);
    for (const b of partners) for (const f of new Pair(within.get(a), within.get(b)).buildFragments()) line(a, b, f.leftSelection, f.rightSelection);
  }
}

await { minhash, simhash, dolos }[tool]();
await new Promise((done) => table.end(done));
