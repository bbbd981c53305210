"""Text that attacks whoever shows it."""

from __future__ import annotations

ATTACKS = {
    "script": "<script>window.hit=1;document.title='hit';fetch('http://127.0.0.1:9/a')</script>",
    "closing": "</script></style></title></textarea></pre></svg></table><script>window.hit=1</script>",
    "handler": "<img src=http://127.0.0.1:9/b onerror=window.hit=1><svg onload=window.hit=1><body onload=window.hit=1>",
    "attribute": '" onmouseover="window.hit=1" autofocus onfocus="window.hit=1" x="\' onclick=\'window.hit=1',
    "link": '<a href="javascript:window.hit=1">x</a> [x](javascript:window.hit=1) <javascript:window.hit=1> ![](http://127.0.0.1:9/c)',
    "data": "<iframe src='data:text/html,<script>parent.hit=1</script>'></iframe><object data=data:text/html,x></object>",
    "meta": "<meta http-equiv=refresh content='0;url=http://127.0.0.1:9/d'><base href=http://127.0.0.1:9/><link rel=stylesheet href=http://127.0.0.1:9/e>",
    "style": "<style>@import url(http://127.0.0.1:9/f);body{display:none}</style>;background:url(http://127.0.0.1:9/g)",
    "broken": "<div <p \"' <!-- <![CDATA[ ]]> --> &lt;script&gt; &#60;script&#62; &amp;#x3c;script <table><tr><td",
    "template": "{{ 7*7 }} {% raw %} ${7*7} #{7*7} <%= 7*7 %> {{ self.__init__.__globals__ }}",
    "bidi": "\u202egpj.exe\u202c \u2066x\u2069 \u200f\u200e \ufeff \U000e0041",
    "control": "nul \x00 bell \x07 escape \x1b[31mred\x1b[0m back \x08 \x9b31m",
    "markdown": "| a | b |\n|---|---|\n# head\n::error file=a::b\n##[error]x\n```\n<script>window.hit=1</script>\n```",
    "formula": "=cmd|' /C calc'!A0",
    "surrogate": "half \ud83d end",
    "huge": "A" * 300_000,
}
EVERYTHING = " ".join(text for name, text in ATTACKS.items() if name not in ("huge", "surrogate"))
