// Printing gives the paper and not the screen: the page that the PDF export is
// made of is put in the place of this one while the browser prints. A print
// cannot be made to wait, so the paper is asked for in step; without it the page
// prints as it stands.

let paper = null;

addEventListener("beforeprint", () => {
  const address = document.querySelector("[data-paper]").dataset.paper;
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.setRequestHeader("X-Have", address); // the style is here
  try {
    request.send();
  } catch {
    return;
  }
  if (request.status !== 200) return;
  paper = new DOMParser().parseFromString(request.responseText, "text/html").querySelector(".paper-main");
  document.body.append(paper);
  document.body.classList.add("printing");
});

addEventListener("afterprint", () => {
  paper?.remove();
  paper = null;
  document.body.classList.remove("printing");
});
