// What the pages of the extension share: their texts, and what is wrong said in words.

// say gives a message in the browser's language; parts are texts.
export const say = (key, ...parts) => chrome.i18n.getMessage(key, parts.map(String));

// translate puts texts into a page: into what names a message, and into attributes that do.
export function translate(root = document) {
  if (root === document) document.documentElement.lang = say("language");
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = say(element.dataset.text);
  for (const element of root.querySelectorAll("[data-placeholder]")) element.placeholder = say(element.dataset.placeholder);
}

// explain says what is wrong and what to do, for an error of client.js.
export function explain(error, server) {
  const parts = { noServer: [], tooMany: [error.seconds], busy: [error.seconds], broken: [error.status], refused: [error.status] };
  return say("error_" + error.code, ...(parts[error.code] ?? [server]));
}

// time says when something was, in the language of the texts.
export const time = (millis) => new Date(millis).toLocaleString(say("language"), { dateStyle: "short", timeStyle: "short" });
