"use strict";

// Helpers that create elements. Text is always inserted as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function byId(id) {
  return document.getElementById(id);
}

// Replace an element by an empty one with the same attributes and no listeners.
function renew(id) {
  const empty = byId(id).cloneNode(false);
  byId(id).replaceWith(empty);
  return empty;
}

const ACTIONS = ["stays", "up", "left", "right", "down", "bomb", "trigger", "too late", "no move",
  "crashed", "forced bomb", "forced trigger"];

// The symbol of an action, in a square of size 1 around (0, 0): an arrow for a step, a disc for a
// bomb, a star for a trigger, an hourglass for a late action, a question mark for a missing one, a
// cross for a crash, a ring around a forced one, a dash for none.
function actionSymbol(action) {
  const degrees = { 1: 0, 2: 270, 3: 90, 4: 180 }[action];
  if (degrees !== undefined)
    return svg("path", { d: "M0-.42 .36 0H.13V.42H-.13V0H-.36Z", transform: `rotate(${degrees})` });
  if (action === 5)
    return svg("circle", { r: 0.3 });
  if (action === 6)
    return svg("path", { d: star(0.48, 0.2) });
  if (action === LATE)
    return svg("path", { d: "M-.3-.42H.3L.06 0 .3 .42H-.3L-.06 0Z" });
  if (action === MISSING)
    return svg("path", { d: "M-.27-.18A.27 .27 0 1 1 .08 .08V.2H-.08V-.06A.13 .13 0 1 0-.12-.18ZM-.09 .28H.09V.46H-.09Z" });
  if (action === CRASHED)
    return svg("path", { d: "M-.42-.28-.28-.42 0-.14 .28-.42 .42-.28 .14 0 .42 .28 .28 .42 0 .14-.28 .42-.42 .28-.14 0Z" });
  if (action === FORCED_BOMB || action === FORCED_TRIGGER)
    return svg("g", {}, svg("g", { transform: "scale(.65)" }, actionSymbol(action === FORCED_BOMB ? 5 : 6)),
      svg("circle", { r: 0.43, class: "ring" }));
  return svg("rect", { x: -0.25, y: -0.07, width: 0.5, height: 0.14 });
}

function actionIcon(action) {
  return svg("svg", { class: "icon", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, actionSymbol(action));
}

// The symbol of a power-up, inside a square of size 1 around (0, 0).
function powerupSymbol(type) {
  if (type === "super")
    return svg("path", { d: star(0.34, 0.15), class: "symbol" });
  if (type === "radius")
    return svg("path", {
      d: "M0-.36 .13-.19H.06V-.06H.19V-.13L.36 0 .19 .13V.06H.06V.19H.13L0 .36-.13 .19H-.06V.06H-.19V.13L-.36 0-.19-.13V-.06H-.06V-.19H-.13Z",
      class: "symbol",
    });
  return svg("g", { class: "symbol" },
    svg("circle", { cx: -0.06, cy: 0.08, r: 0.21 }),
    svg("path", { d: "M.2-.34h.1v.11h.11v.1H.3v.11H.2v-.11H.09v-.1H.2Z" }));
}

function star(outer, inner) {
  let d = "";
  for (let i = 0; i < 10; i++) {
    const r = i % 2 ? inner : outer, angle = Math.PI * i / 5;
    d += `${i ? "L" : "M"}${(r * Math.sin(angle)).toFixed(3)} ${(-r * Math.cos(angle)).toFixed(3)}`;
  }
  return d + "Z";
}
