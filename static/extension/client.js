// What is asked of the server: two calls, each with addresses and nothing else.

export const submitPath = "/api/submit";
export const schedulePath = "/api/schedule/submit";

// patience is how long an answer may take.
const patience = 30_000;

// usualWait is how many seconds to wait where a server that wants to be left alone does not say.
const usualWait = 60;

// post sends addresses. It gives {body} with what the server answers, or {error} with a code that
// messages explain (error_CODE), and the seconds to wait where the server names them.
export async function post(settings, path, addresses, ask = fetch) {
  if (!settings.server) return { error: { code: "noServer" } };
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  if (settings.token) headers.Authorization = "Bearer " + settings.token;
  let answer;
  try {
    answer = await ask(settings.server + path, {
      method: "POST", headers, body: JSON.stringify({ addresses }), credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer",
      redirect: "manual", // a token goes to the server that was named and to no other
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    return { error: { code: "unreachable" } };
  }
  if (answer.ok) {
    try {
      const body = await answer.json();
      return fitting(path, body, addresses.length) ? { body } : { error: { code: "strange" } };
    } catch {
      return { error: { code: "strange" } };
    }
  }
  return { error: refusal(answer) };
}

// fitting says whether an answer is one of the call: of each address, in the order asked, or in all.
function fitting(path, body, asked) {
  return path === submitPath ? Array.isArray(body?.results) && body.results.length === asked : typeof body?.queued === "number";
}

// refusal names what an answer without success says.
function refusal(answer) {
  if (answer.type === "opaqueredirect" || (answer.status >= 300 && answer.status < 400)) return { code: "moved" };
  switch (answer.status) {
    case 401:
      return { code: "token" };
    case 403:
      return { code: "scope" };
    case 404:
    case 405:
      return { code: "notThere" };
    case 429:
    case 503:
      return { code: answer.status === 429 ? "tooMany" : "busy", seconds: waitOf(answer.headers.get("Retry-After")) };
  }
  return { code: answer.status >= 500 ? "broken" : "refused", status: answer.status };
}

// waitOf reads Retry-After: seconds, at most an hour.
function waitOf(text) {
  const seconds = Number(text);
  return text && Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.ceil(seconds), 3600) : usualWait;
}
