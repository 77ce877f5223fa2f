// Comfort only: everything here can also be done without it.

// A chosen photograph is sent at once, or as soon as the winner is tapped.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-upload]");
  const chosen = form?.querySelectorAll("[type=file]") ?? [];
  if ([...chosen].some((field) => field.files.length)) form.requestSubmit();
});
document.addEventListener("click", ({ target }) => {
  if (target.type === "file") target.value = ""; // the same photograph again is a choice too
});
document.addEventListener("invalid", (event) => {
  if (event.target.name !== "winner") return;
  event.preventDefault(); // the page says it itself
  event.target.form.classList.add("no-winner");
}, true);
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-upload]")) document.getElementById("page").classList.add("uploading");
});

// Taps are sent one at a time, in their order, each with its form as it was. While more
// wait, an answer to an earlier one is not shown, or it would take from under the thumb what
// was tapped since; a refusal is. Where each tap counts (data-each) the same tap twice is
// two; elsewhere it is a slip. None is waited for longer than `htmx-config` in base.html says:
// milliseconds for a tap, and for a photograph from the last of it that went out.
const waiting = [];
let sent = null;
let unseen = false; // something that is saved may not be on the page
const sendNext = () => {
  while (!sent && waiting.length) {
    const tap = waiting.shift();
    if (!tap.elt.isConnected) continue;
    sent = tap;
    tap.issue(true);
    if (!tap.begun) sent = null;
  }
};
document.addEventListener("htmx:confirm", (event) => {
  event.preventDefault();
  const { elt, issueRequest: issue, triggeringEvent } = event.detail;
  const form = elt.form ?? (elt.matches("form") ? elt : null);
  const button = elt.form ? elt : triggeringEvent?.submitter;
  const again = (tap) => tap?.elt === elt && tap.button === button;
  if (triggeringEvent?.type !== "change" && !elt.closest("[data-each]") && [sent, ...waiting].some(again)) return;
  const fields = form && new FormData(form); // as they are now: later taps may change them
  if (button?.name) fields.append(button.name, button.value);
  const photo = [...(fields?.values() ?? [])].find((value) => value.size);
  const chosen = triggeringEvent?.type === "change" && form;
  waiting.push({ elt, button, form, fields, photo, chosen, issue });
  sendNext();
});
document.addEventListener("htmx:configRequest", ({ detail: { formData } }) => {
  if (!sent.fields) return;
  for (const name of [...formData.keys()]) formData.delete(name);
  for (const [name, value] of sent.fields) formData.append(name, value);
});
document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  sent.begun = true;
  if (sent.photo) {
    const start = Date.now();
    const extend = () => { xhr.timeout = Date.now() - start + htmx.config.photoTimeout; };
    extend();
    xhr.upload.addEventListener("progress", extend);
  }
  xhr.addEventListener("loadend", () => {
    sent = null;
    sendNext();
  });
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status < 400 && waiting.some(({ elt }) => !elt.closest("[hx-preserve]"))) {
    detail.shouldSwap = false;
    unseen = true;
  } else if (unseen) { // a part of the page would not show it
    detail.target = document.getElementById("page");
    detail.selectOverride = "#page";
    unseen = false;
  }
});

// Nothing came back, and nobody knows whether the tap counted: nothing is sent again by itself,
// what was tapped after it is dropped with it, and choices go back. A photograph can be sent again.
const unanswered = () => {
  const { form, photo } = sent;
  unseen = true;
  for (const { chosen } of [sent, ...waiting.splice(0)]) {
    for (const field of chosen?.elements ?? []) {
      if (["radio", "checkbox"].includes(field.type)) field.checked = field.defaultChecked;
    }
  }
  const page = document.getElementById("page");
  page.classList.remove("uploading");
  page.querySelector(".offline")?.remove();
  const said = document.getElementById("offline").content.firstElementChild.cloneNode(true);
  said.querySelector(".look").href = location.href;
  const resend = said.querySelector(".resend");
  if (photo) resend.addEventListener("click", () => resendOf(form, photo));
  else resend.remove();
  page.querySelector("header").after(said);
  htmx.process(said);
};
const resendOf = (form, photo) => {
  const held = new DataTransfer();
  held.items.add(photo);
  const fields = [...form.querySelectorAll("[type=file]")];
  if (!fields.some((field) => field.files.length)) fields[0].files = held.files;
  form.requestSubmit();
};
document.addEventListener("htmx:sendError", unanswered);
document.addEventListener("htmx:timeout", unanswered);

// Focus comes back to the tile whose sheet was closed.
let lastTile = "";
document.addEventListener("htmx:afterSettle", () => {
  const sheet = document.getElementById("sheet");
  if (sheet) lastTile = sheet.dataset.piece || "";
  else if (lastTile) {
    document.getElementById(lastTile)?.focus({ preventScroll: true });
    lastTile = "";
  }
});

const follow = (selector) => document.querySelector(`#sheet ${selector}`)?.click();

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea")) return;
  if (event.key === "Escape") follow("[data-close]");
  if (event.key === "ArrowRight") follow("[data-after]");
  if (event.key === "ArrowLeft") follow("[data-before]");
});

// A swipe along the sheet goes to the next doubtful tile.
let startX = null;
document.addEventListener("touchstart", (event) => {
  startX = event.target.closest("#sheet") ? event.changedTouches[0].clientX : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (startX === null) return;
  const moved = event.changedTouches[0].clientX - startX;
  if (moved < -60) follow("[data-after]");
  if (moved > 60) follow("[data-before]");
}, { passive: true });
