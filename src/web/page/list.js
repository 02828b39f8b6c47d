"use strict";

// The list of played matches, which is asked for again every few seconds.

function setTheme() {
  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function playerOf(match, player, p) {
  const element = html("span", { class: "player" }, html("span", { class: `chip p${p}` }, player.key),
    `${player.name} ${player.points}`);
  element.classList.toggle("winner", match.winner === p);
  element.classList.toggle("dead", !player.alive);
  return element;
}

function rowOf(match) {
  const date = new Date(match.date * 1000);
  return html("tr", {},
    html("td", {}, html("a", { href: `/folder/${match.id}` }, match.name || "this folder")),
    html("td", {}, html("div", { class: "players" }, ...match.players.map((player, p) => playerOf(match, player, p)))),
    html("td", {}, match.ended ? match.rounds : `${match.rounds}, ${Date.now() - date < 60000 ? "goes on" : "unfinished"}`),
    html("td", {}, html("time", { datetime: date.toISOString() }, date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" }))));
}

let shown = "";

async function refresh() {
  try {
    const text = await (await fetch("/folders.json")).text();
    if (text !== shown) {
      const matches = JSON.parse(text);
      byId("list").replaceChildren(...matches.map(rowOf));
      byId("facts").textContent = matches.length ? `${matches.length} ${matches.length > 1 ? "matches" : "match"}` : "No match has been played yet.";
      shown = text;
    }
  } catch {
    byId("facts").textContent = "The host does not answer. Trying again…";
    shown = "";
  }
  setTimeout(refresh, 3000);
}

if (location.pathname !== "/")
  document.querySelector("header").append(html("p", {}, html("a", { href: "/" }, "the match of this host")));
setTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", setTheme);
refresh();
