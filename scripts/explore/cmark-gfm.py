"""Of Markdown, one JSON string a line: which of its words cmark-gfm shows, and which are in the address of a link."""
import json
import re
import sys

from cmarkgfm import cmark
from selectolax.lexbor import LexborHTMLParser

OPTIONS = cmark.Options.CMARK_OPT_UNSAFE | cmark.Options.CMARK_OPT_FOOTNOTES
WORD = re.compile(r"K\d+Z")
HIDDEN = {"template", "script", "style", "head"}


def read(markdown):
    # A letter first: GitHub reads the page's part as a part, which begins no document.
    html = "x" + cmark.github_flavored_markdown_to_html(markdown, OPTIONS)
    shown, linked = [], []
    nodes = [LexborHTMLParser(html).body]
    while nodes:
        node = nodes.pop()
        if node is None or node.tag in HIDDEN:
            continue
        if node.tag == "-text":
            shown += WORD.findall(node.text_content or "")
        if node.tag == "a":
            linked += WORD.findall(node.attributes.get("href") or "")
        nodes.extend(node.iter(include_text=True))
    return {"shown": shown, "linked": linked}


for line in sys.stdin:
    try:
        answer = read(json.loads(line))
    except UnicodeDecodeError:  # cmark-gfm cuts the label of a footnote within a character
        answer = None
    print(json.dumps(answer), flush=True)
