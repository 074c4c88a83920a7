"""What does not fit on a page: text outside its box, parts of a bar that lie over one another, and a page wider than the screen."""

from playwright.sync_api import Page

OUTSIDE = """() => {
  const BOX = 'button, .button, .card, .seat, .clock, .gauge, .status, td, th, label.choice, header, figure';
  const found = [];
  const name = (node, text) => `${node.tagName.toLowerCase()}.${[...node.classList].filter(one => !one.startsWith('svelte-')).join('.')}: ${text.trim().slice(0, 40)}`;
  const hidden = node => !node.checkVisibility({ visibilityProperty: true }) || node.closest('.unseen, .skip, svg, tablier-board, [popover]');
  // A name that is cut short shows three dots, and its title says the whole.
  const scrolls = (node, box) => {
    for (let one = node; one && one !== box; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (/auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY)) return true;
    }
    return /auto|scroll/.test(getComputedStyle(box).overflowY);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = walker.nextNode()); ) {
    const parent = text.parentElement;
    if (!text.data.trim() || hidden(parent)) continue;
    const box = parent.closest(BOX);
    if (!box || scrolls(parent, box)) continue;
    const around = box.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const one of range.getClientRects())
      if (one.width && (one.left < around.left - 1.5 || one.right > around.right + 1.5 || one.top < around.top - 1.5 || one.bottom > around.bottom + 1.5)) {
        found.push(name(box, text.data));
        break;
      }
  }
  for (const node of document.querySelectorAll('button, .button, .seat .name > *, .seat .gauges > *, .clock'))
    if (!hidden(node) && !node.matches('.text') && node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline')
      found.push(name(node, `cut: ${node.textContent}`));
  const pen = document.createElement('canvas').getContext('2d');
  for (const node of document.querySelectorAll('select')) {
    if (hidden(node)) continue;
    const style = getComputedStyle(node);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 18;  // the arrow
    const text = node.selectedOptions[0]?.text ?? '';
    if (pen.measureText(text).width > room + 1) found.push(name(node, `cut: ${text}`));
  }
  for (const seat of document.querySelectorAll('.seat')) {
    const bar = seat.parentElement.getBoundingClientRect();
    for (const one of seat.querySelectorAll('*')) {
      const box = one.getBoundingClientRect();
      if (!hidden(one) && !one.closest('.text, .place') && box.right > bar.right + 1) found.push(`${name(one, one.textContent)} leaves its bar`);
    }
    const parts = [...seat.querySelectorAll('.text, .you, .place, .gauge, .clock, button')].filter(one => !hidden(one));
    for (const [index, one] of parts.entries())
      for (const other of parts.slice(index + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5)
          found.push(`${name(one, one.textContent)} lies over ${name(other, other.textContent)}`);
      }
  }
  return [...new Set(found)];
}"""


def misfits(page: Page) -> list[str]:
    """What does not fit, in words; empty for a page that is laid out well."""
    found: list[str] = page.evaluate(OUTSIDE)
    width, screen = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    return [*found, *([f"the page is {width} wide on a screen of {screen}"] if width > screen else [])]
