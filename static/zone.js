// Pages show the server's time. Where the reader's clock is set otherwise at a moment, its time names the server's zone: in the text
// where that has hours, else in the title. What pages renew later is named too.
const hours = /\d:\d\d/;

// zoneOf gives the zone of a machine-readable time and how many minutes it is before UTC; null for a day without one.
function zoneOf(machine) {
  const [, zulu, sign, hour, minute] = machine.match(/T.*(?:(Z)|([+-])(\d\d):(\d\d))$/) ?? [];
  if (zulu) return { name: "UTC", minutes: 0 };
  if (!sign) return null;
  const minutes = (sign === "-" ? -1 : 1) * (60 * hour + Number(minute));
  return { minutes, name: minutes ? `UTC${sign}${Number(hour)}${Number(minute) ? ":" + minute : ""}` : "UTC" };
}

function nameZone(time) {
  const zone = zoneOf(time.dateTime);
  if (!zone || "zone" in time.dataset || zone.minutes === -new Date(time.dateTime).getTimezoneOffset()) return;
  time.dataset.zone = zone.name;
  if (hours.test(time.textContent)) time.append(" " + zone.name);
  if (hours.test(time.title)) time.title += " " + zone.name;
}

const nameAll = (within) => within.querySelectorAll("time[datetime]").forEach(nameZone);

nameAll(document);
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) nameAll(node.parentNode ?? node);
  }
}).observe(document.body, { childList: true, subtree: true });
