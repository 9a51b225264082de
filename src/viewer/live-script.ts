/**
 * The one script of the viewer, served as a file: it asks for the page anew while a run goes on and puts what is new in
 * its place. What is open stays open, what is scrolled to stays there, and nothing changes under a reader who is
 * typing or has marked text. Without it the page is as good, and a reload away from being new.
 */
export const liveScript = `'use strict';
(() => {
  const main = document.getElementById('content');
  const status = document.getElementById('live');
  const seconds = Number(main && main.dataset.refresh);
  if (!main || !status || !seconds) return;

  let paused = false;
  let tag = '';
  const words = document.createElement('span');
  const button = document.createElement('button');
  button.type = 'button';
  button.id = 'pause';
  button.addEventListener('click', () => { paused = !paused; tell(''); });
  status.replaceChildren(words, ' ', button);

  function tell(problem) {
    const next = problem || (paused ? 'Paused.' : 'Live.');
    if (words.textContent !== next) words.textContent = next;
    button.textContent = paused ? 'Go on' : 'Pause';
  }

  function isBusy() {
    const selection = document.getSelection();
    const within = (node) => node && main.contains(node);
    if (selection && !selection.isCollapsed && within(selection.anchorNode)) return true;
    const active = document.activeElement;
    return within(active) && /^(INPUT|SELECT|TEXTAREA)$/.test(active.tagName);
  }

  const keyOf = (element, index) => element.id || element.dataset.key || element.tagName + index;

  function remember(root, selector, read) {
    const found = new Map();
    root.querySelectorAll(selector).forEach((element, index) => found.set(keyOf(element, index), read(element)));
    return found;
  }

  function restore(root, selector, found, write) {
    root.querySelectorAll(selector).forEach((element, index) => {
      const key = keyOf(element, index);
      if (found.has(key)) write(element, found.get(key));
    });
  }

  function swap(fresh) {
    const open = remember(main, 'details', (element) => element.open);
    const scrolled = remember(main, '.scroll', (element) => element.scrollLeft);
    const focus = 'a, button, summary, .scroll';
    const all = Array.from(main.querySelectorAll(focus));
    const at = all.indexOf(document.activeElement);
    const label = at < 0 ? '' : all[at].textContent;
    const top = window.scrollY;
    main.replaceChildren(...Array.from(fresh.childNodes, (node) => document.importNode(node, true)));
    restore(main, 'details', open, (element, value) => { element.open = value; });
    restore(main, '.scroll', scrolled, (element, value) => { element.scrollLeft = value; });
    if (at >= 0) {
      const next = Array.from(main.querySelectorAll(focus));
      const same = next[at] && next[at].textContent === label
        ? next[at]
        : next.find((element) => element.textContent === label);
      if (same) same.focus({ preventScroll: true });
    }
    window.scrollTo({ top, behavior: 'instant' });
  }

  async function look() {
    const headers = tag ? { 'if-none-match': tag } : {};
    const answer = await fetch(location.href, { headers, cache: 'no-store' });
    if (answer.status === 304) return true;
    if (!answer.ok) throw new Error('The viewer answers ' + answer.status + '.');
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.getElementById('content');
    if (!fresh || isBusy()) return true;
    tag = answer.headers.get('etag') || '';
    swap(fresh);
    document.title = page.title;
    const age = page.getElementById('made-at');
    if (age) document.getElementById('made-at').textContent = age.textContent;
    return Boolean(fresh.dataset.refresh);
  }

  async function go() {
    for (;;) {
      await new Promise((done) => setTimeout(done, seconds * 1000));
      if (paused || document.hidden) continue;
      try {
        if (!(await look())) break;
        tell('');
      } catch (error) {
        tell(error instanceof TypeError ? 'The viewer has ended; this is how it was then.' : error.message);
      }
    }
    status.textContent = 'The run is over.';
  }

  tell('');
  go();
})();
`;
