"""What the analyser knows about English: words that carry no content, and forms that the stemmer takes for other words.

These are irregular forms, and regular ones of short words that Porter's rules part: `tries`, `died`, `statuses`.
"""

from __future__ import annotations

# Not `may`, which is a month, too: people ask for what was in May.
STOP_WORDS = frozenset(
    """
    a about above after again against all am an and any are aren't as at be because been before being below between
    both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each few for from
    further had hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself
    his how how's i i'd i'll i'm i've if in into is isn't it it's its itself just let's me might more most must
    my myself no nor not of off on once only or other our ours ourselves out over own same she she'd she'll she's
    should shouldn't so some such than that that's the their theirs them themselves then there there's these they
    they'd they'll they're they've this those through to too under until up very was wasn't we we'd we'll we're
    we've were weren't what what's when when's where where's which while who who's whom why why's will with won't
    would wouldn't you you'd you'll you're you've your yours yourself yourselves
    """.split()
)

_FORMS = """
be: was were been being | bear: bore borne | beat: beaten | become: became | begin: began begun | bend: bent |
bind: bound | bite: bit bitten | bleed: bled | blow: blew blown | break: broke broken | breed: bred | bring: brought |
build: built | burn: burnt | buy: bought | catch: caught | choose: chose chosen | come: came | creep: crept |
deal: dealt | dig: dug | draw: drew drawn | dream: dreamt | drink: drank drunk | drive: drove driven |
eat: ate eaten | fall: fell fallen | feed: fed | feel: felt | fight: fought | find: found | flee: fled |
fly: flew flown | forbid: forbade forbidden | forget: forgot forgotten | forgive: forgave forgiven |
freeze: froze frozen | get: got gotten | give: gave given | go: went gone | grow: grew grown | hang: hung |
hear: heard | hide: hid hidden | hold: held | keep: kept | know: knew known | lay: laid | lead: led |
learn: learnt | leave: left | lend: lent | lose: lost | make: made | mean: meant | meet: met | pay: paid |
ride: rode ridden | ring: rang rung | rise: rose risen | run: ran | say: said | see: saw seen | seek: sought |
sell: sold | send: sent | shake: shook shaken | shine: shone | shoot: shot | show: shown | shrink: shrank shrunk |
sing: sang sung | sink: sank sunk | sit: sat | sleep: slept | slide: slid | speak: spoke spoken | spend: spent |
spin: spun | stand: stood | steal: stole stolen | stick: stuck | strike: struck | swear: swore sworn |
sweep: swept | swim: swam swum | swing: swung | take: took taken | teach: taught | tear: tore torn |
tell: told | think: thought | throw: threw thrown | understand: understood | wake: woke woken |
wear: wore worn | weep: wept | win: won | write: wrote written |
child: children | person: people | man: men | woman: women | foot: feet | tooth: teeth | mouse: mice | goose: geese |
wife: wives | life: lives | knife: knives | leaf: leaves | index: indices | matrix: matrices | vertex: vertices |
arise: arose arisen | awake: awoke awoken | cling: clung | fling: flung | foresee: foresaw foreseen | free: freed |
go: goes | kneel: knelt | leap: leapt | light: lit | mistake: mistook mistaken | misunderstand: misunderstood |
outgrow: outgrew outgrown | overcome: overcame | overhear: overheard | override: overrode overridden |
oversee: oversaw overseen | overtake: overtook overtaken | overwrite: overwrote overwritten | prove: proven |
rebuild: rebuilt | redo: redid redone | rerun: reran | rethink: rethought | rewrite: rewrote rewritten | sew: sewn |
speed: sped | spell: spelt | spill: spilt | spoil: spoilt | spring: sprang sprung | sting: stung |
stink: stank stunk | stride: strode | strive: strove striven | swell: swollen | tread: trod trodden |
undergo: underwent undergone | undertake: undertook undertaken | undo: undid undone | uphold: upheld |
weave: wove woven | withdraw: withdrew withdrawn | withhold: withheld | wring: wrung |
cry: cries cried | die: dies died dying | dry: dries dried | fly: flies | fry: fries fried | lie: lies lied lying |
pie: pies | sky: skies | spy: spies spied | tie: ties tied tying | try: tries tried |
calf: calves | elf: elves | half: halves | hoof: hooves | loaf: loaves | louse: lice | ox: oxen | scarf: scarves |
shelf: shelves | thief: thieves | wolf: wolves | analysis: analyses | appendix: appendices |
corpus: corpora corpuses | crisis: crises | criterion: criteria | diagnosis: diagnoses | hypothesis: hypotheses |
nucleus: nuclei | oasis: oases | parenthesis: parentheses | phenomenon: phenomena | quiz: quizzes |
radius: radii radiuses | stimulus: stimuli | synthesis: syntheses | thesis: theses |
alias: aliases aliased aliasing | atlas: atlases | bias: biases biased | bonus: bonuses | bus: buses |
cactus: cacti cactuses | campus: campuses | canvas: canvases | chorus: choruses | circus: circuses |
focus: focuses focused focusing | gas: gases | genius: geniuses | iris: irises | lens: lenses | octopus: octopuses |
plus: pluses | minus: minuses | status: statuses | virus: viruses |
good: better best | bad: worse worst
"""

IRREGULAR = {
    form: base.strip()
    for base, forms in (entry.split(":") for entry in _FORMS.replace("\n", " ").split("|"))
    for form in forms.split()
}
"""Irregular form to base form: `went` to `go`."""
