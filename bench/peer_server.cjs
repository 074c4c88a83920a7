// boardgame.io's own server with its own example game, as its documentation runs it. Started by bench/server.py.
const [folder, port, files] = process.argv.slice(2); // files: where matches are kept; in memory where none is given
const { FlatFile, Server } = require(`${folder}/node_modules/boardgame.io/dist/cjs/server.js`);
const { INVALID_MOVE } = require(`${folder}/node_modules/boardgame.io/dist/cjs/core.js`);

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some((line) => line.every((cell) => G.cells[cell] !== null && G.cells[cell] === G.cells[line[0]]))) {
      return { winner: ctx.currentPlayer };
    }
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

const db = files ? new FlatFile({ dir: files }) : undefined;
Server({ games: [TicTacToe], origins: [/127\.0\.0\.1/], db }).run(Number(port), () => console.log('ready'));
