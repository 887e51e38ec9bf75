"""Of Markdown, one JSON string a line: which of its words cmark-gfm shows, and which are in the address of a link."""
import json
import re
import sys

from cmarkgfm import cmark
from selectolax.lexbor import LexborHTMLParser

OPTIONS = cmark.Options.CMARK_OPT_UNSAFE | cmark.Options.CMARK_OPT_FOOTNOTES
WORD = re.compile(r"K\d+Z")

for line in sys.stdin:
    try:
        html = cmark.github_flavored_markdown_to_html(json.loads(line), OPTIONS)
    except UnicodeDecodeError:  # it cuts the label of a footnote within a character
        print("null", flush=True)
        continue
    body = LexborHTMLParser(html).body
    shown = WORD.findall(body.text(deep=True)) if body else []
    links = body.css("a[href]") if body else []
    linked = [word for link in links for word in WORD.findall(link.attributes["href"] or "")]
    print(json.dumps({"shown": shown, "linked": linked}), flush=True)
