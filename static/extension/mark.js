// What is shown beside a link for what the server says of its address. Nothing here touches a
// page, a browser or a server; say gives a message of _locales with its parts put in.

import { hostOf, web } from "./address.js";

// markOf gives the mark of a result: its kind (a class of page.css), its text ("" is a
// dot), its explanation, where a click leads, and another link beside it (null is none). It
// is null where nothing is to be shown.
export function markOf(result, server, say) {
  const page = web(result.page, server + "/");
  const first = result.original ?? null;
  switch (result.state) {
    case "original":
      return result.self_verified
        ? { kind: "verified", text: say("markVerified"), title: say("markVerifiedTitle"), href: page, more: null }
        : { kind: "original", text: say("markOriginal"), title: say("markOriginalTitle"), href: page, more: null };
    case "repeats": {
      const address = web(first?.address, undefined);
      const comparison = web(first?.comparison, server + "/");
      const who = first?.site || hostOf(first?.address ?? "") || say("markAnother");
      const share = percent(first?.similarity);
      const said = [
        first?.title, day(first?.published, first?.precision), first?.rights_verified ? say("markRights") : "", result.self_verified ? say("markOwnRights") : "", result.why,
      ].filter(Boolean);
      return {
        kind: "repeats", text: share ? say("markRepeatsShare", who, share) : say("markRepeats", who), title: said.join(" · "), href: comparison ?? address ?? page,
        more: comparison && address ? { text: say("markOpenOriginal"), href: address } : null,
      };
    }
    case "undetermined":
      if (!page && !first) return null; // of no site that is followed: most links of a result page are
      return { kind: "undetermined", text: say("markUndetermined"), title: [say("markUndeterminedTitle"), result.why].filter(Boolean).join(" "), href: page, more: null };
    case "unknown_queued":
    case "queued":
    case "fetching":
      return { kind: "waiting", text: "", title: say("markWaiting"), href: null, more: null };
  }
  return null;
}

// percent is a share of 0 to 1 as whole percents, never 100 for less than all; "" is none.
function percent(share) {
  if (typeof share !== "number" || !(share > 0)) return "";
  const whole = Math.round(share * 100);
  return `${Math.max(1, share < 1 ? Math.min(99, whole) : 100)}%`;
}

// day is a time as far as it is known, at most to the day; "" is none.
function day(published, precision) {
  if (typeof published !== "string" || !/^\d{4}-\d{2}-\d{2}/.test(published) || published.startsWith("0001") || precision === "unknown" || precision === "") return "";
  return published.slice(0, precision === "month" ? 7 : 10);
}
