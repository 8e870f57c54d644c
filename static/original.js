// Keys of the pages of an original: they turn pages and choose matches. Each is a
// link that works without them.

// The page that the reader looks at turns: the one in which the focus or the pointer
// was last.
const sheets = [...document.querySelectorAll(".original")];
let looked = sheets[0];
for (const sheet of sheets) {
  for (const name of ["focusin", "pointerdown", "pointerenter"]) {
    sheet.addEventListener(name, () => {
      looked = sheet;
      for (const other of sheets) other.classList.toggle("looked", other === sheet && sheets.length > 1);
    });
  }
}

// What was looked at stays in sight: the chosen match, if the page has it.
for (const sheet of sheets) {
  const mark = sheet.querySelector('.original-page [aria-current="true"] rect');
  if (!mark) continue;
  const covered = sheet.querySelector(".turn").offsetHeight + 12; // by what stays at the top
  sheet.scrollTop += mark.getBoundingClientRect().top - sheet.getBoundingClientRect().top - Math.max(covered, sheet.clientHeight / 4);
}

function follow(link) {
  if (link?.href) link.click();
}

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input, select, textarea, dialog, [popover]")) return;
  switch (event.key) {
    case "ArrowLeft": follow(looked?.querySelector('.turn [rel="prev"]')); break;
    case "ArrowRight": follow(looked?.querySelector('.turn [rel="next"]')); break;
    case "j": case "J": follow(document.getElementById("next-match")); break;
    case "k": case "K": follow(document.getElementById("previous-match")); break;
    case "v": case "V": follow(document.getElementById("to-text")); break;
    default: return;
  }
  event.preventDefault();
});

document.querySelector(".matches [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
