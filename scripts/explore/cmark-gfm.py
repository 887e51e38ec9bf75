"""Of Markdown, one JSON string a line: which of its words cmark-gfm shows, and which are in the address of a link.

A word is not shown within `rp` or `template`, or within five elements that make text smaller (`rt` counts twice): in
Chromium, with GitHub's style sheet, nobody can read it. Headings are left out, for Markdown's own are no tags.
"""
import json
import re
import sys

from cmarkgfm import cmark
from selectolax.lexbor import LexborHTMLParser

OPTIONS = cmark.Options.CMARK_OPT_UNSAFE | cmark.Options.CMARK_OPT_FOOTNOTES
WORD = re.compile(r"K\d+Z")
SHRINKING = {"sub", "sup", "small", "code", "tt", "samp", "rt", "pre"}
HIDDEN = {"rp", "template", "script", "style", "head"}
UNREADABLE = 5


def read(markdown):
    # A letter first: GitHub reads the page's part as a part, which begins no document.
    html = "x" + cmark.github_flavored_markdown_to_html(markdown, OPTIONS)
    shown, linked = [], []
    nodes = [(LexborHTMLParser(html).body, 0)]
    while nodes:
        node, shrunk = nodes.pop()
        if node is None or node.tag in HIDDEN:
            continue
        shrunk += (node.tag in SHRINKING) + (node.tag == "rt")
        if shrunk >= UNREADABLE:
            continue
        if node.tag == "-text":
            shown += WORD.findall(node.text_content or "")
        if node.tag == "a":
            linked += WORD.findall(node.attributes.get("href") or "")
        nodes.extend((child, shrunk) for child in node.iter(include_text=True))
    return {"shown": shown, "linked": linked}


for line in sys.stdin:
    try:
        answer = read(json.loads(line))
    except UnicodeDecodeError:  # cmark-gfm cuts the label of a footnote within a character
        answer = None
    print(json.dumps(answer), flush=True)
