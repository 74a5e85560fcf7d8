// What is done whenever the page has been drawn anew, in whole or in part.

import { mark } from "./changes.js";
import { draw } from "./chart.js";
import { follow, news, strike } from "./log.js";
import { filter, people } from "./log-filter.js";
import { question } from "./question.js";
import { order } from "./things.js";
import { turn } from "./turn.js";

/**
 * Put in order what was drawn.
 * @param {boolean} first whether the page has just been opened
 */
export function settled(first = false) {
  draw();
  order();
  people();
  filter();
  question(first);
  turn(first);
  mark();
  strike();
  news(first);
  follow();
}
