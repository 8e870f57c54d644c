// Addresses that wait to be sent, and those that were. A queue is never changed: each
// function gives another. Nothing here touches a page, a browser or a server.

// batch is the most addresses that a server takes at a time.
export const batch = 100;

// What is kept at the most: of what waits the newest, since older links come again.
export const mostWaiting = 2000;
export const mostSent = 5000;

export const empty = { waiting: [], sent: [], dropped: 0 };

// put adds addresses that neither wait nor were sent lately.
export function put(queue, addresses) {
  const known = new Set([...queue.waiting, ...queue.sent]);
  const fresh = [...new Set(addresses)].filter((address) => !known.has(address));
  const waiting = [...queue.waiting, ...fresh];
  const over = Math.max(0, waiting.length - mostWaiting);
  return { ...queue, waiting: waiting.slice(over), dropped: queue.dropped + over };
}

// next are the addresses to be sent first.
export function next(queue) {
  return queue.waiting.slice(0, batch);
}

// taken notes that a server has taken addresses.
export function taken(queue, addresses) {
  const gone = new Set(addresses);
  return { ...queue, waiting: queue.waiting.filter((address) => !gone.has(address)), sent: [...queue.sent, ...addresses].slice(-mostSent) };
}

// batches cuts a list into parts that a server takes.
export function batches(addresses) {
  const parts = [];
  for (let i = 0; i < addresses.length; i += batch) parts.push(addresses.slice(i, i + batch));
  return parts;
}
