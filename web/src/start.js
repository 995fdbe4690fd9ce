// SPDX-License-Identifier: GPL-3.0-or-later
// Runs before the rest of the page exists, also in browsers that cannot read the rest. It says that the engine is opening,
// or why it does not open. It ends when the page shows an answer or a message.
(function () {
  var PATIENCE = 20000; // milliseconds
  var answer = /** @type {HTMLElement} */ (document.getElementById("answer"));
  var line = document.createElement("p");
  line.className = "note";
  line.textContent = "Opening the engine.";
  answer.textContent = "";
  answer.appendChild(line);

  function isOpening() {
    return line.parentNode === answer;
  }

  function tell(text) {
    if (!isOpening()) return;
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = "Load the page again";
    button.onclick = function () {
      location.reload();
    };
    /** @type {HTMLElement} */ (document.getElementById("message")).textContent = text;
    line.hidden = true;
    if (!answer.querySelector("button")) answer.appendChild(button);
  }

  function broke(why) {
    tell("This page cannot run here: " + why + ". It needs a browser of 2023 or later.");
    if (isOpening()) answer.removeChild(line);
  }

  window.addEventListener("error", function (event) {
    broke(event.message || "its script failed");
  });
  window.addEventListener("unhandledrejection", function (event) {
    broke(String(event.reason));
  });
  document.addEventListener("DOMContentLoaded", function () {
    if ("salvo" in window || !isOpening()) return;
    tell("This page is incomplete: its download was cut off, or its script was changed. Load it again.");
    answer.removeChild(line);
  });
  setTimeout(function () {
    tell(
      "The engine is not open after " +
        PATIENCE / 1000 +
        " seconds. A slow device or connection takes longer; the page continues to wait.",
    );
  }, PATIENCE);
})();
