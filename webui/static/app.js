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
// milliseconds for a tap, and for a photograph from the last of it that went out. Then it is
// sent again under the same name, after these pauses; the server takes it once.
const PAUSES = [300, 700, 1500, 3000, 5000];
const waiting = [];
let sent = null;
let unseen = false; // something that is saved may not be on the page
let resent = null; // the tap that a person sends again
const told = (fields) => JSON.stringify([...fields].map(([name, value]) =>
  value instanceof File ? value.size && [value.name, value.size, value.lastModified] : [name, value]));
const send = (tap) => {
  tap.begun = tap.lost = false;
  tap.issue(true);
  return tap.begun;
};
const sendNext = () => {
  sent = null;
  while (!sent && waiting.length) {
    const tap = waiting.shift();
    if (!tap.elt.isConnected) continue;
    sent = tap;
    if (!send(tap)) sent = null;
  }
  saySending();
};

// What takes long is said until it is answered; of a photograph the page says more.
let later = 0;
const saySending = () => {
  const tap = sent?.photo && sent.tries < 2 ? null : sent;
  const since = tap ? Date.now() - tap.tapped : 0;
  const late = tap && since >= htmx.config.quiet;
  const sign = document.getElementById("sending");
  const words = late ? sign.dataset.text : "";
  if (sign.textContent !== words) sign.textContent = words;
  clearTimeout(later);
  if (tap && !late) later = setTimeout(saySending, htmx.config.quiet - since);
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
  const same = resent && told(resent.fields) === told(fields);
  const id = same ? resent.id : crypto.getRandomValues(new Uint32Array(3)).join("-"); // randomUUID needs HTTPS
  waiting.push({ elt, button, form, fields, photo, chosen, issue, id, tries: 0, tapped: Date.now() });
  if (!sent) sendNext();
});
document.addEventListener("htmx:configRequest", ({ detail: { formData, headers, verb } }) => {
  if (verb !== "get") headers["Tap-Id"] = sent.id;
  if (!sent.fields) return;
  for (const name of [...formData.keys()]) formData.delete(name);
  for (const [name, value] of sent.fields) formData.append(name, value);
});
document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  sent.begun = true;
  sent.tries += 1;
  sent.first ??= Date.now();
  if (sent.photo) {
    const start = Date.now();
    const extend = () => { xhr.timeout = Date.now() - start + htmx.config.photoTimeout; };
    extend();
    xhr.upload.addEventListener("progress", extend);
  }
  xhr.addEventListener("loadend", () => {
    if (!sent?.lost) sendNext();
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

// Nothing came back, and nobody knows whether the tap counted: it is sent again, once at least,
// and until twice the time has passed that it is waited for. What was tapped after it waits.
const lost = () => {
  const tap = sent;
  const limit = 2 * (tap.photo ? htmx.config.photoTimeout : htmx.config.timeout);
  const pause = PAUSES[tap.tries - 1];
  if (pause === undefined || (tap.tries > 1 && Date.now() - tap.first > limit)) return unanswered();
  tap.lost = true;
  setTimeout(() => {
    if (send(tap)) return saySending();
    unanswered(); // another page is there
    sendNext();
  }, pause);
};

// No try brought an answer: what was tapped after it is dropped with it, and choices go back.
// A person can send a photograph again.
const unanswered = () => {
  const tap = sent;
  unseen = true;
  for (const { chosen } of [tap, ...waiting.splice(0)]) {
    for (const field of chosen?.elements ?? []) {
      if (["radio", "checkbox"].includes(field.type)) field.checked = field.defaultChecked;
    }
  }
  const page = document.getElementById("page");
  page.classList.remove("uploading");
  page.querySelector(".offline")?.remove();
  const note = document.getElementById("offline").content.firstElementChild.cloneNode(true);
  note.querySelector(".look").href = location.href;
  const resend = note.querySelector(".resend");
  if (tap.photo) resend.addEventListener("click", () => resendOf(tap));
  else resend.remove();
  page.querySelector("header").after(note);
  htmx.process(note);
};
const resendOf = (tap) => {
  const held = new DataTransfer();
  held.items.add(tap.photo);
  const fields = [...tap.form.querySelectorAll("[type=file]")];
  if (!fields.some((field) => field.files.length)) fields[0].files = held.files;
  resent = tap;
  tap.form.requestSubmit();
  resent = null;
};
document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:timeout", lost);

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
