// The picture of a network can be made larger and moved: by the wheel and by dragging, and
// by the keys + - 0 and the arrows when it has the focus, and by buttons. What the pointer or
// the focus is on in the list is marked in the picture.

for (const figure of document.querySelectorAll("[data-network]")) enhance(figure.querySelector("svg[tabindex]"), figure);

const list = document.querySelector("[data-network-list]");
for (const name of ["focusin", "mouseover"]) list?.addEventListener(name, (event) => mark(event.target.closest("a")));
for (const name of ["focusout", "mouseleave"]) list?.addEventListener(name, () => mark(list.querySelector("a:focus")));

function mark(link) {
	const href = link?.getAttribute("href");
	for (const drawn of document.querySelectorAll("[data-network] a")) drawn.classList.toggle("at", drawn.getAttribute("href") === href);
}

function enhance(svg, figure) {
	const whole = svg.viewBox.baseVal;
	const all = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
	const step = 1.25;

	function show(x, y, width) {
		const factor = Math.min(Math.max(width / all.width, 0.05), 1);
		const w = all.width * factor;
		const h = all.height * factor;
		const within = (value, from, room) => Math.min(Math.max(value, from), from + room);
		svg.setAttribute("viewBox", `${within(x, all.x, all.width - w)} ${within(y, all.y, all.height - h)} ${w} ${h}`);
	}

	// zoom keeps the point at a share of the picture's width and height where it is.
	function zoom(by, shareX = 0.5, shareY = 0.5) {
		const now = svg.viewBox.baseVal;
		const width = now.width / by;
		const height = now.height / by;
		show(now.x + (now.width - width) * shareX, now.y + (now.height - height) * shareY, width);
	}

	function move(x, y) {
		const now = svg.viewBox.baseVal;
		show(now.x + x * now.width, now.y + y * now.height, now.width);
	}

	svg.addEventListener("wheel", (event) => {
		if (!event.ctrlKey && !event.metaKey && document.activeElement !== svg) return; // the page scrolls
		event.preventDefault();
		const box = svg.getBoundingClientRect();
		zoom(event.deltaY < 0 ? step : 1 / step, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
	}, { passive: false });

	const keys = {
		"+": () => zoom(step), "=": () => zoom(step), "-": () => zoom(1 / step), 0: () => show(all.x, all.y, all.width),
		ArrowLeft: () => move(-0.15, 0), ArrowRight: () => move(0.15, 0), ArrowUp: () => move(0, -0.15), ArrowDown: () => move(0, 0.15),
	};
	svg.addEventListener("keydown", (event) => {
		if (event.target !== svg || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
		event.preventDefault();
		keys[event.key]();
	});

	figure.addEventListener("click", (event) => {
		const button = event.target.closest("[data-zoom]");
		if (button) keys[button.dataset.zoom]();
	});

	let held = null;
	svg.addEventListener("pointerdown", (event) => {
		if (!event.target.closest("a")) held = { x: event.clientX, y: event.clientY };
	});
	svg.addEventListener("pointermove", (event) => {
		if (!held) return;
		const box = svg.getBoundingClientRect();
		move((held.x - event.clientX) / box.width, (held.y - event.clientY) / box.height);
		held = { x: event.clientX, y: event.clientY };
	});
	for (const name of ["pointerup", "pointerleave"]) svg.addEventListener(name, () => { held = null; });
}
