"use strict";

// Shows the match in the page's data.

function start() {
  followTheme();
  const match = unpackMatch(JSON.parse(byId("match").textContent));
  describeMatch(match);
  describeDamage(match);
  const view = new View(match);
  const showRoundOfHash = () => {
    const wanted = /^#(\d+)$/.exec(location.hash);
    const index = wanted ? match.moments.findIndex(m => m.round === Number(wanted[1])) : 0;
    view.playback.seek(Math.max(0, index));
  };
  addEventListener("hashchange", showRoundOfHash);
  showRoundOfHash();
  view.draw();
  performance.mark("ready");
}

try {
  start();
} catch (error) {
  showFailure(error);
  throw error;
}
