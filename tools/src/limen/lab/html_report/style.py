# SPDX-License-Identifier: Apache-2.0
"""The style of the report, on screen and on paper."""

from __future__ import annotations

from typing import Final

from limen.picture.palette import LIGHT, palette
from limen.picture.svg import FONT

__all__ = ["STYLE"]

_COLOURS: Final = palette()

STYLE: Final = f"""
:root{{--text:{LIGHT.text};--soft:{LIGHT.soft};--grid:{LIGHT.grid};--lane:{LIGHT.lane};
--good:{_COLOURS.good};--bad:{_COLOURS.bad};--link:{_COLOURS.lanes[0]}}}
*{{box-sizing:border-box}}
html{{color-scheme:light;background:#fff;-webkit-print-color-adjust:exact;print-color-adjust:exact}}
html{{font-size:15px}}body{{margin:0;color:var(--text);font:1rem/1.5 {FONT}}}
main{{max-width:58rem;margin:0 auto;padding:2.5rem 1.5rem 4rem}}
h1{{font-size:2.1rem;font-weight:650;letter-spacing:-.02em;line-height:1.15;margin:0 0 .6rem}}
h2{{font-size:1.35rem;font-weight:650;letter-spacing:-.01em;line-height:1.25;margin:3rem 0 .8rem;
padding-top:.9rem;border-top:2px solid var(--text)}}
h2 .number{{display:inline-block;min-width:1.6em;color:var(--soft);font-weight:400}}
h3{{font-size:1rem;margin:1.6rem 0 .4rem}}
p{{margin:.5rem 0}}
a{{color:var(--link);text-decoration:none}}a:hover{{text-decoration:underline}}
code{{font:.88em ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}}
button{{font:inherit;font-size:.85em;color:var(--link);background:none;cursor:pointer;
border:1px solid var(--grid);border-radius:4px;padding:.1rem .5rem;margin:.15rem .15rem 0}}
button:hover,button:focus-visible{{border-color:var(--link)}}
.open{{font-size:.95em;color:var(--soft)}}
.lead{{font-size:1.05rem;max-width:44rem;color:var(--soft)}}
.source{{color:var(--soft);font-size:.9rem}}
.claim{{font-size:1.05rem;border-left:3px solid var(--grid);padding-left:.9rem;margin:.9rem 0}}
.reading,.missing{{font-size:.92rem}}
.missing{{border:1px solid var(--grid);border-radius:4px;padding:.5rem .8rem}}
dl{{margin:1.4rem 0 0;padding:.7rem 1rem;background:var(--lane);border-radius:5px;font-size:.82rem}}
dl div{{display:grid;grid-template-columns:5.5rem 1fr;padding:.12rem 0}}
dt{{color:var(--soft)}}dd{{margin:0;overflow-wrap:anywhere}}
table{{width:100%;border-collapse:collapse;font-size:.84rem;line-height:1.35;margin:.9rem 0;
font-variant-numeric:tabular-nums}}
th{{text-align:left;font-weight:600;color:var(--soft);border-bottom:1.5px solid var(--text);
padding:.3rem .5rem;vertical-align:bottom;white-space:nowrap}}
td{{border-bottom:1px solid var(--grid);padding:.27rem .5rem;vertical-align:top}}
th.n,td.n{{text-align:right}}td.n{{white-space:nowrap}}
td.u,.want{{color:var(--soft)}}
tr.case td{{background:var(--lane);padding-top:.4rem}}
.finding{{margin:.55rem 0}}
.want{{font-weight:400;font-size:.92em}}
.ok{{color:var(--good);font-weight:600}}.bad{{color:var(--bad);font-weight:600}}.note{{display:block;white-space:normal}}
table.whys{{font-size:.8rem;margin:-.6rem 0 1.6rem}}
table.whys td.change{{white-space:nowrap;font-weight:600}}
table.whys td{{padding:.16rem .5rem}}
figure{{margin:1.6rem 0;break-inside:avoid}}
figure svg{{width:100%;height:auto;display:block}}
figcaption{{font-size:.88rem;color:var(--text);margin-top:.4rem}}
.wide{{overflow-x:auto}}
.overview td{{padding:.32rem .5rem}}
.overview td:last-child{{white-space:nowrap}}
figure.cover{{margin-top:1.2rem}}
@media (max-width:44rem){{main{{padding:1.2rem .8rem 3rem}}h1{{font-size:1.6rem}}
.lab,.appendix{{overflow-x:auto}}
figure{{overflow-x:auto}}figure svg{{min-width:34rem}}
.overview,.overview tbody{{display:block}}.overview thead{{display:none}}
.overview tr{{display:grid;grid-template-columns:1.6rem 1fr 1fr;padding:.35rem 0;
border-bottom:1px solid var(--grid)}}
.overview td{{border:0;padding:.05rem .3rem}}
.overview td:nth-child(2){{grid-column:2/4}}.overview td:nth-child(3){{grid-column:2/4}}
.overview td:nth-child(4){{grid-column:2}}.overview td:nth-child(6){{grid-column:2/4}}
.overview td[data-head=published]::before,.overview td[data-head=measured]::before{{
content:attr(data-head) ": ";color:var(--soft)}}
dl div{{grid-template-columns:1fr}}}}
@page{{size:A4;margin:12mm 12mm 11mm}}
@page{{@top-left{{content:"Limen: the labs";font:8pt {FONT};color:{LIGHT.soft}}}
@bottom-right{{content:counter(page) " / " counter(pages);font:8pt {FONT};color:{LIGHT.soft}}}}}
@page:first{{@top-left{{content:none}}}}
@media print{{
html{{font-size:8.5pt}}body{{line-height:1.36}}main{{max-width:none;padding:0}}
h1{{font-size:1.7rem}}section.lab{{margin-top:1.4rem;orphans:1;widows:1}}p{{orphans:2;widows:2}}
h2{{margin-top:1.2rem}}
.cover svg{{max-height:120mm}}
#experiments{{break-before:page}}#facts+.lab h2{{border-top:0;margin-top:0}}
h2,h3,tr.case,.source,.claim{{break-after:avoid}}tr,dl,.source,.claim,.finding{{break-inside:avoid}}
thead{{display:table-header-group}}.reading{{break-inside:avoid}}
th,td{{padding-top:.12rem;padding-bottom:.12rem}}figure{{margin:.7rem 0}}a{{color:inherit}}
figure svg{{max-height:68mm}}figure.signals{{display:inline-block;width:49%;vertical-align:top;
margin:.5rem .4% .3rem 0}}figure.signals figcaption{{font-size:.72rem;line-height:1.25}}
.screen,table.whys,.open{{display:none}}
.beside{{display:inline-block;width:49%;vertical-align:top;break-inside:avoid;margin-right:.5%}}
.beside table{{font-size:.68rem}}.beside p{{font-size:.8rem;line-height:1.3}}
.beside h3{{font-size:.78rem;margin:.5rem 0 0}}
.appendix{{break-before:page;column-count:2;column-gap:6mm;font-size:6pt;line-height:1.15}}
.appendix h2{{column-span:all}}.appendix h3{{font-size:7.5pt;margin:.5rem 0 .1rem}}
.appendix table{{font-size:1em;margin:.2rem 0 .6rem;line-height:1.15}}
.appendix th,.appendix td{{padding:.01rem .2rem;white-space:normal;overflow-wrap:anywhere}}
.appendix th{{overflow-wrap:normal}}
.appendix td.n{{white-space:nowrap}}.appendix .ok,.appendix .want{{display:none}}
.appendix code{{font-size:.92em}}
}}
"""
