/** Runs in the page: the least contrast of a text, and that of a mark, with what
 * is behind it. */
export function contrasts() {
  const luminance = (color) => {
    const channels = color.match(/[\d.]+/g).slice(0, 3).map((value) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
  };
  const ratio = (one, other) => {
    const [more, less] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  const background = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    const opaque = !/rgba\(.*, 0\)$/.test(color);
    return opaque || !element.parentElement ? color : background(element.parentElement);
  };
  const least = (all) => all.reduce((a, b) => (b.ratio < a.ratio ? b : a), { ratio: 21 });

  const texts = [];
  for (const element of document.querySelectorAll("body *")) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!text || element.closest("script, svg title")) continue;
    const style = getComputedStyle(element);
    const ink = element instanceof SVGElement ? style.fill : style.color;
    texts.push({ ratio: ratio(ink, background(element)), what: element.textContent.slice(0, 40) });
  }

  const marks = [];
  const lines = [".bar", ".parse", ".area", ".p10", ".median", ".process", ".ci", ".one"];
  for (const [selector, property] of [
    ...lines.map((it) => [it, "stroke"]),
    ...[".part1", ".part2", ".ratio-mark"].map((it) => [it, "fill"]),
  ]) {
    for (const element of document.querySelectorAll(selector)) {
      const style = getComputedStyle(element);
      const behind = [background(element)];
      // Most marks lie on a bar.
      const bar = document.querySelector(".bar");
      if (bar && element.matches(".parse, .part1, .part2")) behind.push(getComputedStyle(bar).fill);
      for (const color of behind) marks.push({ ratio: ratio(style[property], color), what: selector });
    }
  }
  return { text: least(texts), mark: least(marks) };
}
