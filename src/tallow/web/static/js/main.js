// All scripts of a page. Everything essential works without them, by forms and links.
// They run when the page has been read and before htmx looks at it: what htmx then does they hear of.

import "./clipboard.js";
import "./connection.js";
import "./dialogs.js";
import "./drag.js";
import "./edit.js";
import "./folds.js";
import "./guide.js";
import "./keys.js";
import "./morph.js";
import "./notices.js";
import "./dice-pad.js";
import "./palette.js";
import "./recap.js";
import "./rehearse.js";
import "./tables.js";
import "./tabs.js";
import "./theme.js";
import { follow } from "./log.js";
import { settled } from "./settled.js";

settled(true);
follow(true);

// For whoever drives the page by program: from here on keys and taps are heard.
document.documentElement.dataset.ready = "yes";
