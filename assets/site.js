// What a page can do beyond being read: sort its tables, copy its snippets, search its
// reports. Without this file, nothing is missing from any page.
(function () {
    'use strict';

    // --- sort tables: ascending, descending, as it was

    function shown(cell) {
        var copy = cell.cloneNode(true);
        copy.querySelectorAll('small, code, button').forEach(function (part) {
            if (part.tagName !== 'BUTTON') part.remove();
        });
        return copy.textContent.trim();
    }

    function number(text) {
        var plain = text.replace(/,/g, '').replace(/\u2212/g, '-').match(/^-?\d+(\.\d+)?/);
        return plain ? parseFloat(plain[0]) : null;
    }

    function compare(a, b) {
        var x = number(a), y = number(b);
        if (x !== null && y !== null) return x - y;
        if (x !== null || y !== null) return x !== null ? -1 : 1; // no value: last
        return a < b ? -1 : a > b ? 1 : 0;
    }

    function sortBy(table, column, order) {
        var body = table.tBodies[0];
        table.original = table.original || Array.from(body.rows);
        var rows = table.original.slice();
        if (order !== 'none') {
            var sign = order === 'ascending' ? 1 : -1;
            var keyed = rows.map(function (row) { return [shown(row.cells[column]), row]; });
            keyed.sort(function (a, b) { return sign * compare(a[0], b[0]); });
            rows = keyed.map(function (pair) { return pair[1]; });
        }
        rows.forEach(function (row) { body.appendChild(row); });
    }

    document.querySelectorAll('table.sort').forEach(function (table) {
        var heads = table.tHead.rows[0].cells;
        Array.from(heads).forEach(function (head, column) {
            if (head.tagName !== 'TH') return;
            var button = document.createElement('button');
            button.type = 'button';
            while (head.firstChild) button.appendChild(head.firstChild);
            head.appendChild(button);
            button.addEventListener('click', function () {
                var was = head.getAttribute('aria-sort') || 'none';
                var next = was === 'none' ? 'ascending' : was === 'ascending' ? 'descending' : 'none';
                Array.from(heads).forEach(function (other) { other.removeAttribute('aria-sort'); });
                if (next !== 'none') head.setAttribute('aria-sort', next);
                sortBy(table, column, next);
            });
        });
    });

    // --- copy snippets

    function copyOld(element) {
        var selection = window.getSelection();
        selection.selectAllChildren(element);
        return document.execCommand('copy');
    }

    function copy(element, done) {
        if (!navigator.clipboard) return done(copyOld(element));
        navigator.clipboard.writeText(element.textContent).then(
            function () { done(true); }, function () { done(copyOld(element)); });
    }

    document.querySelectorAll('.embed pre, .copy').forEach(function (element) {
        var button = document.createElement('button');
        button.type = 'button';
        button.className = 'btn copy-btn';
        button.textContent = 'Copy';
        button.setAttribute('aria-live', 'polite');
        button.addEventListener('click', function () {
            copy(element, function (good) {
                button.textContent = good ? 'Copied' : 'Select and copy';
                setTimeout(function () { button.textContent = 'Copy'; }, 2000);
            });
        });
        element.after(button);
    });

    // --- search reports: assets/search.js holds the index

    function words(text) {
        return text.toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
    }

    var box = document.querySelector('.find-box');
    if (box && typeof broadsheetSearch !== 'undefined') {
        var input = box.querySelector('input'), status = box.querySelector('[role=status]');
        var known = {};
        broadsheetSearch.forEach(function (entry) {
            known[entry.href] = words(entry.title + ' ' + entry.finding + ' ' + entry.words);
        });
        var cards = Array.from(document.querySelectorAll('.card'));
        var find = function () {
            var wanted = words(input.value).split(/\s+/).filter(Boolean), n = 0;
            cards.forEach(function (card) {
                var href = card.querySelector('h2 a').getAttribute('href');
                var text = known[href] || words(card.textContent);
                card.hidden = !wanted.every(function (word) { return text.indexOf(word) >= 0; });
                n += card.hidden ? 0 : 1;
            });
            document.body.classList.toggle('finding', wanted.length > 0);
            status.textContent = wanted.length ? n + ' of ' + cards.length + ' reports' : '';
        };
        box.hidden = false;
        box.addEventListener('submit', function (event) { event.preventDefault(); });
        input.addEventListener('input', find);
        if (input.value) find();
    }
})();
