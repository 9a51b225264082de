/** Scripts that run in a page, as text: they are the browser's, and tests have no types of it. */

/**
 * Gives every text whose contrast is below 4.5 to 1 (WCAG 2.1, AA), with both colours: nearly everybody can read what
 * is above. Text of no size is left out.
 */
export const findFaintTexts = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgbaOf = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const backgroundOf = (element) => {
    if (element === null) return dark ? [18, 18, 18] : [255, 255, 255];
    const own = rgbaOf(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, backgroundOf(element.parentElement));
  };
  const lightness = (rgb) => {
    const [r, g, b] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent.trim();
    if (text === '' || !element.checkVisibility() || element.getBoundingClientRect().width < 2) continue;
    const style = getComputedStyle(element);
    const background = backgroundOf(element);
    const ink = over(rgbaOf(element.closest('svg') ? style.fill : style.color), background);
    const [low, high] = [lightness(ink), lightness(background)].sort((a, b) => a - b);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < 4.5)
      found.add(contrast.toFixed(2) + ': ' + ink.map(Math.round) + ' on ' + background.map(Math.round) + ': ' + text.slice(0, 40));
  }
  return [...found];
})()`;

/**
 * Gives what no page of ours has, whatever the texts in it say: handlers, frames, scripts and styles from elsewhere,
 * addresses that lead away. \`own\` are the elements that may hold code.
 */
export const findStrangeElements = `((own) => {
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    const name = element.tagName.toLowerCase();
    const say = (what) => found.push(name + ' ' + what + ': ' + element.outerHTML.slice(0, 120));
    if (['iframe', 'object', 'embed', 'base', 'img', 'video', 'audio', 'math', 'textarea', 'applet'].includes(name)) say('is there');
    if (name === 'script' && !own.includes(element.getAttribute('src') || 'inline')) say('is not ours');
    if (name === 'meta' && element.httpEquiv === 'refresh') say('refreshes');
    for (const { name: attribute, value } of element.attributes) {
      if (attribute.startsWith('on')) say(attribute);
      const leads = ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(attribute);
      if (leads && value !== 'data:,' && !/^(?:[/#?][^/]|$|\\/$|[a-z]+\\.(?:md|json|html)|#$)/.test(value)) say('leads to ' + value);
    }
  }
  return found;
})`;

/** How much wider than the window a page is, in pixels. */
export const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Presses Tab in turn: gives what a reader without a mouse can not get to, and whether what has the focus is seen. */
export const listReachable = `[...document.querySelectorAll('a[href], button, input, select, summary')]
  .filter((element) => element.checkVisibility() && !element.disabled)
  .map((element) => element.outerHTML.slice(0, 200))`;
