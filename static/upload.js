// The upload form: files can be dropped on it, the chosen ones are listed, and
// those that are too large are named before anything is sent.

for (const form of document.querySelectorAll("[data-upload]")) enhance(form);

function enhance(form) {
  const input = form.querySelector("input[type=file]");
  const drop = form.querySelector(".drop");
  const button = form.querySelector("button.primary");
  const fault = form.querySelector(".fault");

  for (const name of ["dragenter", "dragover"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length === 0) return;
    input.files = event.dataTransfer.files;
    list();
  });
  input.addEventListener("change", list);
  form.addEventListener("submit", () => {
    // Later, so that the button's own value and the form's check are not touched.
    setTimeout(() => {
      button.disabled = true;
      button.textContent = form.dataset.busy;
    });
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  list();

  function list() {
    const files = [...input.files];
    const chosen = form.querySelector(".chosen");
    chosen.replaceChildren(...files.map((file) => line(file, form)));
    chosen.hidden = files.length === 0;
    form.querySelector(".fields:not(.always)")?.toggleAttribute("data-off", files.length > 1);
    const total = files.reduce((sum, file) => sum + file.size, 0);
    const over = total > Number(form.dataset.maxTotal);
    fault.hidden = !over;
    fault.textContent = over ? form.dataset.totalTooLarge : "";
    button.disabled = over;
  }
}

function line(file, form) {
  const item = document.createElement("li");
  const name = document.createElement("span");
  const note = document.createElement("span");
  name.textContent = file.name;
  const tooLarge = file.size > Number(form.dataset.maxFile);
  note.textContent = tooLarge ? form.dataset.tooLarge : size(file.size);
  item.classList.toggle("bad", tooLarge);
  item.append(name, note);
  return item;
}

function size(bytes) {
  const units = ["B", "KB", "MB", "GB"];
  let i = 0;
  while (bytes >= 1024 && i < units.length - 1) {
    bytes /= 1024;
    i++;
  }
  return new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: bytes < 10 && i > 0 ? 1 : 0 }).format(bytes) + " " + units[i];
}
