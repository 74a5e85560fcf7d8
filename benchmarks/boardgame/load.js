// People at many tables of boardgame.io: one of each acts, and waits until all of that table have seen it.
// node load.js PORT TABLES PAGES SECONDS PAUSE: prints the milliseconds of each answer, as JSON.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const game = require("./game.js");

const [port, tables, pages, seconds, pause] = process.argv.slice(2).map(Number);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function seated(table, page) {
  const client = Client({
    debug: false,
    game,
    matchID: `table${table}`,
    multiplayer: SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ["websocket"] } }),
    numPlayers: 5,
    playerID: String(page),
  });
  client.waits = [];
  client.subscribe((state) => {
    if (!state) return;
    client.waits = client.waits.filter((wait) => state.G.n < wait.n || wait.done());
  });
  client.start();
  return client;
}

const until = (client, n) =>
  new Promise((done) => {
    if ((client.getState()?.G.n ?? -1) >= n) done();
    else client.waits.push({ done, n });
  });

async function act(clients, times, end, period) {
  let n = clients[0].getState().G.n;
  let at = performance.now() + Math.random() * period;
  for (let turn = 0; performance.now() < end; turn += 1) {
    if (period) {
      await sleep(Math.max(0, at - performance.now()));
      at += period;
    }
    const start = performance.now();
    n += 1;
    clients[turn % pages].moves.count();
    await Promise.all(clients.map((client) => until(client, n)));
    times.push(performance.now() - start);
  }
}

async function main() {
  const all = [];
  for (let table = 0; table < tables; table += 1) {
    all.push(Array.from({ length: pages }, (_, page) => seated(table, page)));
    await until(all.at(-1)[0], 0);
  }
  await Promise.all(all.flat().map((client) => until(client, 0)));
  const times = [];
  const end = performance.now() + seconds * 1000;
  await Promise.all(all.map((clients) => act(clients, times, end, pause * 1000)));
  process.stdout.write(JSON.stringify(times), () => process.exit(0));
}

main();
