(function () {
  "use strict";
  var PAGE = 60;
  var each = function (list, f) { Array.prototype.forEach.call(list, f); };
  var all = function (q, from) { return (from || document).querySelectorAll(q); };
  var make = function (tag, text, name) {
    var e = document.createElement(tag);
    if (text) { e.textContent = text; }
    if (name) { e.className = name; }
    return e;
  };

  /* What a cell is sorted by: a share k/n, a number, else its text. */
  function key(row, i) {
    var text = row.cells[i] ? row.cells[i].textContent.trim() : "";
    var share = /^(\d+)\/(\d+)/.exec(text);
    if (share) { return +share[2] ? share[1] / share[2] : -1; }
    var plain = text.replace(/,(?=\d{3})/g, "");
    return /^-?[\d.]/.test(plain) ? parseFloat(plain) : text === "–" ? null : text.toLowerCase();
  }
  function compare(a, b) {
    if (a === b) { return 0; }
    if (a === null) { return 1; }
    if (b === null) { return -1; }
    if (typeof a === typeof b) { return a < b ? -1 : 1; }
    return typeof a === "number" ? -1 : 1;
  }
  function sort(table, i) {
    var head = table.tHead.rows[0].cells[i], body = table.tBodies[0];
    var down = head.getAttribute("aria-sort") === "ascending";
    each(table.tHead.rows[0].cells, function (h) { h.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    var rows = Array.prototype.map.call(body.rows, function (r) { return [key(r, i), r]; });
    rows.sort(function (a, b) { return a[0] === null || b[0] === null ? compare(a[0], b[0]) : compare(a[0], b[0]) * (down ? -1 : 1); });
    rows.forEach(function (r) { body.appendChild(r[1]); });
  }

  /* Long tables show their first rows; the filter looks through all. */
  function limit(box) {
    var table = box.querySelector("table"), words = box.filterText || "", n = 0, hits = 0;
    each(table.tBodies[0].rows, function (r) {
      var hit = !words || r.textContent.toLowerCase().indexOf(words) >= 0;
      hits += hit;
      r.className = !hit ? "no-match" : !box.open && n >= PAGE ? "off-page" : "";
      n += hit;
    });
    if (box.note) { box.note.textContent = (words ? hits + " of " : "") + table.tBodies[0].rows.length + " rows"; }
    if (box.more) { box.more.hidden = box.open || hits <= PAGE; box.more.textContent = "Show all " + hits; }
    return hits;
  }
  each(all(".table"), function (box) {
    var table = box.querySelector("table");
    each(table.tHead.rows[0].cells, function (h, i) {
      var b = make("button", h.textContent);
      b.type = "button";
      b.onclick = function () { sort(table, i); limit(box); };
      h.textContent = "";
      h.appendChild(b);
    });
    if (!box.classList.contains("long")) { return; }
    var bar = make("div", "", "filter"), input = make("input");
    input.type = "search";
    input.placeholder = "Filter rows";
    input.setAttribute("aria-label", "Filter the rows of this table");
    box.note = make("span");
    box.more = make("button");
    box.more.type = "button";
    box.more.onclick = function () { box.open = true; limit(box); };
    input.oninput = function () { box.filterText = input.value.toLowerCase(); limit(box); };
    box.insertBefore(bar, table);
    [input, box.note, box.more].forEach(function (e) { bar.appendChild(e); });
    limit(box);
  });

  var search = document.getElementById("search");
  var timer;
  search.oninput = function () {
    clearTimeout(timer);
    timer = setTimeout(function () {
      var words = search.value.trim().toLowerCase();
      each(all(".table"), function (box) { box.filterText = words; limit(box); });
      each(all(".claim, .diff"), function (c) { c.classList.toggle("no-match", !!words && c.textContent.toLowerCase().indexOf(words) < 0); });
      each(all(".task"), function (t) {
        var hit = !words || t.textContent.toLowerCase().indexOf(words) >= 0;
        t.classList.toggle("no-match", !hit);
      });
    }, 120);
  };

  var fold = document.getElementById("fold");
  function unfold(open) {
    each(all("details"), function (d) { d.open = open; });
    fold.textContent = open ? "Fold all" : "Unfold all";
  }
  fold.onclick = function () { unfold(fold.textContent === "Unfold all"); };

  var root = document.documentElement, themes = ["", "light", "dark"];
  document.getElementById("theme").onclick = function () {
    var next = themes[(themes.indexOf(root.getAttribute("data-theme") || "") + 1) % 3];
    if (next) { root.setAttribute("data-theme", next); } else { root.removeAttribute("data-theme"); }
    this.textContent = "Theme" + (next ? ": " + next : "");
  };

  /* A link leads into whatever is folded or not shown. */
  function reveal() {
    var target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) { return; }
    for (var e = target; e; e = e.parentElement) {
      if (e.tagName === "DETAILS") { e.open = true; }
      if (e.classList.contains("table")) { e.open = true; e.filterText = ""; limit(e); }
      e.classList.remove("no-match");
    }
    if (target.classList.contains("claim")) { each(all("details", target), function (d) { d.open = true; }); }
    target.scrollIntoView();
  }
  addEventListener("hashchange", reveal);
  reveal();

  var folded = [];
  addEventListener("beforeprint", function () {
    folded = Array.prototype.filter.call(all("details:not(.task)"), function (d) { return !d.open; });
    folded.forEach(function (d) { d.open = true; });
  });
  addEventListener("afterprint", function () { folded.forEach(function (d) { d.open = false; }); });
})();
