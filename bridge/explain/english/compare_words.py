"""Words of card text as they are compared: which only join, which mean the same, and their forms."""

from __future__ import annotations


def _table(text: str) -> dict[str, str]:
    """Lines `word: form form ...` as the word of each form."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        word, colon, forms = line.strip().partition(": ")
        if colon:
            found |= dict.fromkeys(forms.split(), word)
    return found


_JOINING = """
    1 a about all already also among amount an and any are as at be become been begin being both but by
    can could did do does done each either equal every for from fully had has have having he her him his
    if in into is it it's its itself just kind long longer many much number of on one onto or part plus
    rest she so still than that the their theirs them then there these they this those to together too
    was way were what when whenever where which who whom whose will with would x y you your yourself ~
"""
JOINING = frozenset(_JOINING.split())
"""Words that only join others; the rest has to be told."""

SAME = _table(
    """
    1: once
    2: double doubled twice
    3: thrice
    all: everything
    begin: beginning
    colorless: colorles
    control: controller
    destroy: destroyed
    have: gain
    instance: instances
    least: lowest
    less: fewer less lower
    lose: lose
    minus: minus
    more: greater higher
    not: neither never no non none nor nothing without
    other: another else
    own: owner
    player: player
    put: return
    share: shares
    unspent: unspent
    until: until
    upto: upto
    """
)
"""Words that mean the same, and the one that stands for them."""

STEM_OF = _table(
    """
    different: differently differ
    ability: abilities
    as: as
    be: being
    bear: bears
    become: became
    begin: began begun
    body: bodies
    card: cards
    cast: cast
    choose: chooses chose chosen
    colorless: colorless
    control: controlled controlling controls
    copy: copied copies
    cycling: cycling
    deal: dealing dealing's dealt dealt's
    die: died dies dying
    die_roll: dice
    discard: discarded
    do: does
    door: doors
    draw: drawn drew
    during: during
    find: found
    flying: flying
    give: gave given
    go: goes gone
    half: halves
    has: has
    haste: haste
    hide: hidden
    his: his
    is: is
    its: its
    keep: kept
    king: king
    land: lands
    leave: leaves left
    less: less
    lie: lies
    life: lives
    lord: lord
    lose: loses losing lost
    loyalty: loyalty
    make: made
    nothing: nothing
    own: owned owns
    pay: paid
    plains: plains
    put: put
    ring: ring
    shuffle: shuffles
    sorcery: sorceries sorcery
    spend: spent
    take: taken took
    tapped: tapped
    this: this
    tie: tied
    time: times
    trigger: trigger triggers
    try: tries
    unless: unless
    untapped: untapped
    use: used uses using
    vote: voted votes voting
    was: was
    win: won
    wing: wing
    write: written
    """
)
"""Forms of which no rule finds the word."""

ALSO: dict[str, set[str]] = {
    "anywher": {"not"},
    "basic": {"forest"},
    "beyond": {"minus"},
    "card": {"cast", "thing"},
    "chang": {"bas"},
    "choic": {"attach", "choos", "may", "sacrific"},
    "color": {"multicolor", "whit"},
    "creatur": {"thing"},
    "cycl": {"discard"},
    "distribut": {"divid"},
    "during": {"long"},
    "enchant": {"attach"},
    "equip": {"attach"},
    "half": {"2"},
    "increas": {"plus"},
    "inkl": {"inkling"},
    "instead": {"otherwis"},
    "lesser": {"less"},
    "nam": {"differ"},
    "no": {"0"},
    "not": {"0"},
    "otherwis": {"instead", "not"},
    "permanent": {"thing"},
    "player": {"opponent"},
    "reduc": {"minus"},
    "second": {"other"},
    "shar": {"common"},
    "spell": {"card", "cast"},
    "subtract": {"minus"},
    "tap": {"tapped"},
    "third": {"other"},
    "ti": {"mor", "more"},
    "total": {"life", "number"},
    "typ": {"forest"},
    "unless": {"not"},
    "us": {"pay"},
    "whil": {"long"},
    "{1}": {"{x}"},
    "{b}": {"black"},
    "{c}": {"colorless"},
    "{s}": {"snow"},
    "{u}": {"blue"},
    "{x}": {"x"},
}
"""Words that a retelling may say otherwise, and how."""
