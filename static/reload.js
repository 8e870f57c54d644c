// Pages whose main part has data-reload show themselves anew while it is there: what is
// being worked on changes. Where a reader has marked text or opened something, it waits.
const pause = 3000;

async function again() {
	const main = document.querySelector("main[data-reload]");
	if (!main) return;
	if (!document.hidden && document.getSelection().isCollapsed && !main.querySelector("details[open], dialog[open]")) {
		try {
			const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
			if (answer.ok) {
				const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
				if (fresh) {
					const focused = document.activeElement?.id;
					main.replaceWith(document.adoptNode(fresh));
					if (focused) document.getElementById(focused)?.focus();
				}
			}
		} catch {
			// The server is away; the next try may find it.
		}
	}
	setTimeout(again, pause);
}

setTimeout(again, pause);
