"""Checks of a page that need no knowledge of what it shows."""

import html.parser
import pathlib
import urllib.parse

# The texts whose contrast with their background is below 4.5 : 1 (WCAG 2.1, 1.4.3).
WEAK_CONTRAST = """() => {
  const parts = colour => colour.match(/[\\d.]+/g).map(Number);
  const luminance = colour => {
    const [r, g, b] = parts(colour).slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = element => {
    for (let outer = element; outer; outer = outer.parentElement) {
      const colour = getComputedStyle(outer).backgroundColor, alpha = parts(colour)[3];
      if (alpha === undefined || alpha === 1) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const weak = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), element = walker.currentNode.parentElement;
    if (!text || !element.checkVisibility()) continue;
    const pair = [luminance(getComputedStyle(element).color), luminance(background(element))].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < 4.5) weak.push(ratio.toFixed(2) + ' ' + text.slice(0, 60));
  }
  return weak;
}"""

VOID = {"br", "input", "link", "meta", "wbr"}
ALLOWED_SOURCES = ("style.css", "script.js", "data:,")


class Page(html.parser.HTMLParser):
    """The structure of a page, and what is wrong with it."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.names, self.ids, self.links, self.labels, self.inputs, self.faults = [], [], [], [], [], [], []
        self.headings, self.references = [], []

    def handle_starttag(self, name, attributes):
        values = dict(attributes)
        self.names.append(name)
        if name not in VOID:
            self.open.append(name)
        if len(values) != len(attributes):
            self.faults.append(f"<{name}> has an attribute twice")
        for attribute in values:
            if attribute.startswith("on") or attribute == "style":
                self.faults.append(f"<{name}> has {attribute}")
        if "id" in values:
            self.ids.append(values["id"])
        if name == "a":
            self.links.append(values.get("href") or "")
        source = values.get("href") or values.get("src") or ""
        if name in ("link", "script") and not source.endswith(ALLOWED_SOURCES):
            self.faults.append(f"{name} refers to {values}")
        if name == "label":
            self.labels.append(values["for"])
        if name == "input":
            self.inputs.append(values["id"])
        if name == "nav" and not values.get("aria-label"):
            self.faults.append("a nav has no label")
        self.references += (values.get("aria-labelledby") or "").split()
        self.references += (values.get("aria-describedby") or "").split()
        if name in ("h1", "h2", "h3"):
            self.headings.append(int(name[1]))

    def handle_endtag(self, name):
        if not self.open or self.open.pop() != name:
            self.faults.append(f"</{name}> closes something else")

    def close(self):
        super().close()
        for name in ["main", "header", "footer", "h1", "title"]:
            if self.names.count(name) != 1:
                self.faults.append(f"{self.names.count(name)} × <{name}>")
        if len(set(self.ids)) != len(self.ids):
            self.faults.append(f"an id is used twice: {sorted(i for i in self.ids if self.ids.count(i) > 1)[:3]}")
        for reference in self.references + self.labels:
            if reference not in self.ids:
                self.faults.append(f"no element has the id {reference}")
        if set(self.inputs) - set(self.labels):
            self.faults.append("an input has no label")
        if self.open:
            self.faults.append(f"not closed: {self.open}")
        if any(later > earlier + 1 for earlier, later in zip([0] + self.headings, self.headings)):
            self.faults.append(f"headings skip a level: {self.headings}")


def faults_of(folder: pathlib.Path):
    """What is wrong with the pages of a site, among it links that lead nowhere."""
    pages, faults = {}, []
    for path in sorted(folder.rglob("*.html")):
        page = Page()
        page.feed(path.read_text(encoding="utf-8"))
        page.close()
        pages[path] = page
        faults += [f"{path}: {fault}" for fault in page.faults]
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if parts.scheme or parts.netloc or target not in pages:
                faults.append(f"{path}: a link leads to {link}")
            elif parts.fragment and parts.fragment not in pages[target].ids:
                faults.append(f"{path}: a link leads to no part: {link}")
    return faults
