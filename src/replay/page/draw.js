"use strict";

// Small helpers to make elements. Text goes in as text, never as markup.

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

const ARROWS = ["·", "↑", "←", "→", "↓", "●", "✸", "⌛\uFE0E"];
const DEEDS = ["stays", "up", "left", "right", "down", "bomb", "trigger", "too late"];

// Signs of the power-ups, inside a square of 1 around (0, 0).
function powerupSign(type) {
  if (type === "super")
    return svg("path", { d: star(0.34, 0.15), class: "sign" });
  if (type === "radius")
    return svg("path", {
      d: "M0-.36 .13-.19H.06V-.06H.19V-.13L.36 0 .19 .13V.06H.06V.19H.13L0 .36-.13 .19H-.06V.06H-.19V.13L-.36 0-.19-.13V-.06H-.06V-.19H-.13Z",
      class: "sign",
    });
  return svg("g", { class: "sign" },
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
