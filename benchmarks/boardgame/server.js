// A server of boardgame.io with a game of one line, in memory: what benchmarks/cluster.py compares with.
const { Server, Origins } = require("boardgame.io/server");
const game = require("./game.js");

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => process.stdout.write("ready\n") });
