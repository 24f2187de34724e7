// check.cjs SITE - opens a site's pages in Chromium and counts what is wrong with them.
'use strict';
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const http = require('http');
const { spawnSync } = require('child_process');
const { chromium } = require('playwright-core');
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const vnu = require('vnu-jar');

const site = path.resolve(process.argv[2]);
const base = 'file://' + encodeURI(site) + '/';
let passed = 0, failed = 0;

function check(what, wrong) {
    if (!wrong || wrong.length === 0) { passed++; return; }
    failed++;
    console.log('FAILED ' + what);
    for (const line of [].concat(wrong).slice(0, 12)) console.log('  ' + line);
}

function files(dir, suffix) {
    return fs.readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
        const full = path.join(dir, entry.name);
        if (entry.isDirectory()) return files(full, suffix);
        return entry.name.endsWith(suffix) ? [path.relative(site, full)] : [];
    }).sort();
}

const url = (page) => base + page.split('/').map(encodeURIComponent).join('/');

// One page of each kind, and every study.
function chosen(pages) {
    const seen = {};
    return pages.filter((page) => {
        const parts = page.split('/');
        const kind = page.includes('/raw/') ? 'raw' : ['tags', 'authors'].includes(parts[0])
            ? parts[0] + parts.length : page;
        const known = seen[kind];
        seen[kind] = true;
        return !known;
    });
}

// --- what a page may not do

async function open(browser, page, options, use) {
    const context = await browser.newContext(options);
    const tab = await context.newPage();
    const wrong = [];
    tab.on('console', (m) => { if (['error', 'warning'].includes(m.type())) wrong.push('console: ' + m.text()); });
    tab.on('dialog', (d) => { wrong.push('a script ran: ' + d.message()); d.dismiss(); });
    tab.on('pageerror', (e) => wrong.push('script: ' + e.message));
    tab.on('request', (r) => { if (!/^(file|data):/.test(r.url())) wrong.push('asks ' + r.url()); });
    tab.on('requestfailed', (r) => wrong.push('not there: ' + r.url()));
    await tab.goto(url(page));
    await tab.evaluate(() => document.fonts.ready);
    await use(tab, wrong);
    await context.close();
    return wrong;
}

async function overflow(tab, width) {
    return tab.evaluate((w) => {
        const wrong = [];
        if (document.documentElement.scrollWidth > w) {
            for (const e of document.body.querySelectorAll('*')) {
                if (e.getBoundingClientRect().right > w + 0.5 && !e.closest('.tw, pre, .lines')) {
                    wrong.push('reaches ' + Math.round(e.getBoundingClientRect().right) + ' px of ' + w
                        + ': ' + e.cloneNode(false).outerHTML.slice(0, 120));
                }
            }
            if (wrong.length === 0) wrong.push('scrolls to ' + document.documentElement.scrollWidth + ' px');
        }
        for (const e of document.querySelectorAll('caption')) { // a table may scroll, its title may not
            const words = document.createRange();
            words.selectNodeContents(e);
            const right = Math.round(words.getBoundingClientRect().right);
            if (right > w) wrong.push('a caption reaches ' + right + ' px of ' + w + ': ' + e.textContent.slice(0, 60));
        }
        return wrong;
    }, width);
}

async function complaints(tab) {
    await tab.evaluate(axe);
    const result = await tab.evaluate(() => axe.run(document, {
        preload: false, // it would fetch the style sheet, which file: pages may not
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }));
    return result.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) =>
        v.id + ' (' + v.impact + '): ' + n.html.slice(0, 140)));
}

// Screen and paper: what stands on the one is not missing or cut off on the other. Only
// the tools of the screen (navigation, buttons) stay there.
async function paper(tab) {
    await tab.setViewportSize({ width: 1280, height: 900 });
    await tab.evaluate(() => {
        for (const e of document.querySelectorAll('main *')) {
            const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
            const tool = e.closest('nav, button, .act, .sv, .next, .embed, .find-box, .c-wide, .c-narrow');
            if (own && !tool && e.checkVisibility()) e.dataset.onScreen = '';
        }
    });
    await tab.setViewportSize({ width: 718, height: 1000 }); // A4 within its margins
    await tab.emulateMedia({ media: 'print' });
    return tab.evaluate(() => {
        const wrong = [];
        for (const e of document.querySelectorAll('[data-on-screen]')) {
            if (!e.checkVisibility()) wrong.push('not on paper: ' + e.textContent.trim().slice(0, 80));
        }
        for (const e of document.querySelectorAll('.sort th button')) {
            if (getComputedStyle(e, '::after').content !== 'none') wrong.push('an arrow to sort by: ' + e.textContent);
            // Chromium leaves a box of its own out where the head is repeated on the next sheet
            if (getComputedStyle(e).display !== 'contents') wrong.push('not repeated: ' + e.textContent);
        }
        for (const e of document.querySelectorAll('tbody th')) { // 'Docke' above 'r'
            const words = document.createRange();
            words.selectNodeContents(e);
            const first = words.toString().trim().split(/\s/)[0];
            if (first.length <= 8 && e.clientWidth < 60) wrong.push('a name is broken: ' + first);
        }
        for (const e of document.querySelectorAll('main *')) {
            if (getComputedStyle(e).overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
                && !e.closest('svg')) {
                wrong.push('cut off on paper: ' + e.cloneNode(false).outerHTML.slice(0, 100));
            }
        }
        return wrong;
    });
}

async function looks(browser, pages) {
    const sizes = [[1280, 'light'], [1280, 'dark'], [390, 'light'], [390, 'dark'], [320, 'light']];
    for (const page of chosen(pages)) {
        const wrong = await open(browser, page, {}, async (tab) => {
            for (const [width, colorScheme] of sizes) {
                await tab.setViewportSize({ width, height: 900 });
                await tab.emulateMedia({ colorScheme });
                const name = page + ' at ' + width + ' px, ' + colorScheme;
                check(name, await overflow(tab, width));
                if (width !== 320) check(name + ': axe', await complaints(tab));
            }
            check(page + ' on paper', await paper(tab));
        });
        check(page + ' in silence', wrong);
    }
}

// --- weight, as a server that compresses sends it

function weighs(pages) {
    const sent = (file) => zlib.gzipSync(fs.readFileSync(path.join(site, file))).length;
    const shared = ['assets/style.css', 'assets/site.js', 'assets/search.js'].reduce((n, f) => n + sent(f), 0);
    const fonts = files(site, '.woff2').reduce((n, f) => n + fs.statSync(path.join(site, f)).size, 0);
    for (const page of pages.filter((p) => !p.includes('/raw/'))) {
        const own = shared + sent(page);
        check(page + ' is light', own <= 60e3 && own + fonts <= 250e3 ? []
            : own + ' bytes without fonts, ' + (own + fonts) + ' with them');
    }
}

// --- by keyboard

async function keyboard(browser, page) {
    const options = { viewport: { width: 1280, height: 900 } };
    const wrong = await open(browser, page, options, async (tab, all) => {
        await tab.keyboard.press('Tab');
        const first = await tab.evaluate(() => [document.activeElement.className,
            document.activeElement.getBoundingClientRect().left]);
        if (first[0] !== 'skip' || first[1] < 0) all.push('the first stop is no visible skip link');
        const stops = await tab.evaluate(() => [...document.querySelectorAll(
            'a[href], button, summary, input, [tabindex="0"]')].filter((e) => e.tabIndex >= 0
            && e.checkVisibility({ visibilityProperty: true }) && !e.closest('details:not([open]) > :not(summary)')).length);
        const reached = new Set();
        for (let i = 0; i < stops + 2; i++) {
            const stop = await tab.evaluate(() => {
                const e = document.activeElement;
                e.dataset.stop = e.dataset.stop || String(Math.random());
                const style = getComputedStyle(e);
                return [e.dataset.stop, style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
                    e.outerHTML.slice(0, 100), e === document.body];
            });
            if (stop[3]) break;
            if (!stop[1]) all.push('no focus ring: ' + stop[2]);
            reached.add(stop[0]);
            await tab.keyboard.press('Tab');
        }
        if (reached.size < stops) all.push('only ' + reached.size + ' of ' + stops + ' stops are reached');
    });
    check(page + ' by keyboard', wrong);
}

// --- without scripts, and with them

async function text(browser, page, javaScriptEnabled) {
    let found = '';
    await open(browser, page, { javaScriptEnabled, viewport: { width: 1280, height: 900 } }, async (tab) => {
        await tab.evaluate(() => document.querySelectorAll('.copy-btn, .find-box').forEach((e) => e.remove()));
        found = await tab.locator('main').innerText();
    });
    return found.replace(/\s+/g, ' ');
}

async function scripts(browser, studies) {
    const page = studies[0];
    const plain = await text(browser, page, false);
    const scripted = await text(browser, page, true);
    check(page + ' says the same without scripts', plain === scripted ? [] : ['it does not']);
    const wrong = await open(browser, page, {}, async (tab, all) => {
        const table = tab.locator('table.sort').first();
        if (await table.count() === 0) return;
        const column = await table.evaluate((t) => [...t.tHead.rows[0].cells].findIndex((c) => c.matches('.r')));
        const cells = () => table.evaluate((t, c) => [...t.tBodies[0].rows].map((r) => r.cells[c].textContent), column);
        const before = await cells();
        const button = table.locator('thead button').nth(column);
        const number = (s) => parseFloat(s.replace(/,/g, '').replace('\u2212', '-'));
        await button.click();
        const up = (await cells()).map(number).filter((n) => !Number.isNaN(n));
        if (up.some((n, i) => i > 0 && up[i - 1] > n)) all.push('not sorted: ' + up.slice(0, 8));
        await button.click();
        await button.click();
        if (String(await cells()) !== String(before)) all.push('the third click does not bring the order back');
    });
    check(page + ' sorts its tables', wrong);
}

async function search(browser) {
    const wrong = await open(browser, 'index.html', {}, async (tab, all) => {
        const box = tab.locator('.find-box input');
        if (await box.count() === 0 || !await box.isVisible()) return;
        const shown = () => tab.locator('.card:not([hidden])').count();
        const n = await shown();
        const title = await tab.locator('.card h2 a').last().innerText();
        await box.fill(title);
        if (await shown() !== 1) all.push('"' + title + '" finds ' + await shown() + ' reports');
        await box.fill('no such words anywhere');
        if (await shown() !== 0) all.push('nonsense finds ' + await shown());
        await box.fill('');
        if (await shown() !== n) all.push('an empty box hides reports');
    });
    check('index.html searches', wrong);
}

// --- links: each leads to a file and, with '#', to a place in it

async function links(browser, pages) {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const tab = await context.newPage();
    const found = {};
    for (const page of pages) {
        await tab.goto(url(page));
        found[page] = await tab.evaluate(() => ({
            ids: [...document.querySelectorAll('[id]')].map((e) => e.id),
            links: [...document.querySelectorAll('[href], [src]')].map((e) => e.href && e.href.baseVal === undefined ? e.href : e.src),
        }));
    }
    await context.close();
    for (const page of pages) {
        const ids = found[page].ids;
        const wrong = ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => 'twice: #' + id);
        for (const link of found[page].links.filter((l) => l && l.startsWith('file:'))) {
            const [target, anchor] = link.split('#');
            const file = decodeURIComponent(target.slice(7));
            if (!fs.existsSync(file) || fs.statSync(file).isDirectory()) wrong.push('leads nowhere: ' + link);
            const known = found[path.relative(site, file)];
            if (anchor && known && !known.ids.includes(decodeURIComponent(anchor))) wrong.push('no such place: ' + link);
        }
        check(page + ': links and anchors', wrong);
    }
}

// --- from a server, below a folder

function serve() {
    const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.woff2': 'font/woff2',
        '.htm': 'text/html', '.xml': 'text/xml', '.txt': 'text/plain', '.json': 'application/json', '.csv': 'text/csv', '.png': 'image/png',
        '.pdf': 'application/pdf' };
    const server = http.createServer((request, response) => {
        const name = decodeURIComponent(request.url.split('?')[0]).replace(/^\/some\/folder\//, '');
        const file = path.join(site, name.endsWith('/') || name === '' ? name + 'index.html' : name);
        if (!file.startsWith(site) || !fs.existsSync(file)) { response.writeHead(404); response.end(); return; }
        const type = types[path.extname(file).toLowerCase()];
        response.writeHead(200, type ? { 'Content-Type': type } : {});
        fs.createReadStream(file).pipe(response);
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function served(browser, page) {
    const server = await serve();
    const origin = 'http://127.0.0.1:' + server.address().port + '/some/folder/';
    const context = await browser.newContext();
    const tab = await context.newPage();
    const wrong = [];
    tab.on('console', (m) => { if (m.type() === 'error') wrong.push('console: ' + m.text()); });
    tab.on('request', (r) => { if (!r.url().startsWith(origin)) wrong.push('asks ' + r.url()); });
    tab.on('response', (r) => { if (r.status() >= 400) wrong.push(r.status() + ' ' + r.url()); });
    await tab.goto(origin + page.split('/').map(encodeURIComponent).join('/'));
    await tab.evaluate(() => document.fonts.ready);
    const fonts = await tab.evaluate(() => [...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family));
    for (const family of ['Inter', 'Vollkorn']) {
        if (!fonts.some((f) => f.replace(/"/g, '') === family)) wrong.push(family + ' did not load');
    }
    await context.close();
    server.close();
    check(page + ' from a server', wrong);
}

// --- whatever lies on the site, nothing of a raw file runs: opened as a file, and from a
// server that doesn't know all endings

async function inert(browser) {
    const server = await serve();
    const origin = 'http://127.0.0.1:' + server.address().port + '/some/folder/';
    const context = await browser.newContext();
    const tab = await context.newPage();
    const wrong = [];
    tab.on('dialog', (d) => { wrong.push('a script ran in ' + tab.url() + ': ' + d.message()); d.dismiss(); });
    for (const file of files(site, '').filter((f) => !f.endsWith('.woff2'))) {
        const name = file.split('/').map(encodeURIComponent).join('/');
        for (const address of [base + name, origin + name]) {
            await tab.goto(address).catch(() => {}); // what can't be shown is downloaded
        }
    }
    await context.close();
    server.close();
    check('nothing of a raw file runs', wrong);
}

// --- valid

function valid() {
    const run = spawnSync('java', ['-Xss4m', '-jar', vnu, '--skip-non-html', '--format', 'gnu', site], { encoding: 'utf8', maxBuffer: 1 << 26 });
    const messages = (run.stdout + run.stderr).split('\n').filter((line) => line.includes(': ')
        && !line.includes('info warning: Trailing slash'));
    check('HTML', messages.map((line) => line.replace('"file:' + site + '/', '"')));
    const svg = files(site, '.svg').map((f) => path.join(site, f));
    const drawn = svg.length === 0 ? { stdout: '', stderr: '' }
        : spawnSync('java', ['-Xss4m', '-jar', vnu, '--svg', '--format', 'gnu', ...svg], { encoding: 'utf8' });
    check('SVG', (drawn.stdout + drawn.stderr).split('\n').filter((line) => line.includes(': error') || line.includes(': fatal')));
}

(async () => {
    const pages = files(site, '.html');
    const studies = pages.filter((p) => p.split('/').length === 2 && !/^(tags|authors|archive)\//.test(p));
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
            '--disable-component-update', '--disable-sync'],
    });
    await looks(browser, pages);
    weighs(pages);
    for (const page of ['index.html', studies[0]]) await keyboard(browser, page);
    await scripts(browser, studies);
    await search(browser);
    await links(browser, pages);
    await served(browser, studies[0]);
    await inert(browser);
    await browser.close();
    valid();
    console.log(passed + ' passed, ' + failed + ' failed');
    process.exit(failed ? 1 : 0);
})().catch((e) => { console.error(e); process.exit(2); });
