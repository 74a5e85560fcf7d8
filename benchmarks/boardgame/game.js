// One number that anybody may count up at any time.
const { Stage } = require("boardgame.io/core");

module.exports = {
  minPlayers: 1,
  moves: {
    count: ({ G }) => {
      G.n += 1;
    },
  },
  name: "count",
  setup: () => ({ n: 0 }),
  turn: { activePlayers: { all: Stage.NULL } },
};
